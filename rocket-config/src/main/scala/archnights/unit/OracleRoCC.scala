// Owns: the RoCC coprocessor around the black box: commands, responses and memory to the core, the link out of the tile.
package archnights

import chisel3._
import RocketVersion._

/** The opcodes that a RoCC coprocessor can have. */
object OracleOpcode {
  val sets: Map[Int, OpcodeSet] = Map(0x0b -> OpcodeSet.custom0, 0x2b -> OpcodeSet.custom1, 0x5b -> OpcodeSet.custom2, 0x7b -> OpcodeSet.custom3)
}

/**
 * @param unit what was emitted
 * @throws DoesNotFit while the tile is built, if the unit and this core do not fit together
 */
class OracleRoCC(val unit: UnitDescription)(implicit p: Parameters) extends LazyRoCC(OracleOpcode.sets.getOrElse(unit.opcode, OpcodeSet.custom0)) {
  /** The unit's ports of the link, without `link_`. */
  val linkPorts: Seq[UnitPort] = unit.ports.collect { case p if p.name.startsWith("link_") => p.copy(name = p.name.stripPrefix("link_")) }
  /** There with LinkPins: carries the link to where the tile is built. */
  val linkNode: Option[LinkSource] = if (unit.link == LinkPins) Some(linkSource(() => new UnitPins(linkPorts))) else None
  override lazy val module = new OracleRoCCImp(this)
}

class OracleRoCCImp(outer: OracleRoCC)(implicit p: Parameters) extends LazyRoCCModuleImp(outer) with HasCoreParameters {
  UnitFit.check(outer.unit, CoreFacts(xLen, usableTagBits(coreParams), paddrBits, mainMemory))
  val unit = Module(new OracleUnit(outer.unit))
  private val u = unit.io

  u("clock") := clock
  u("reset") := reset.asBool

  u("rocc_cmd_valid") := io.cmd.valid
  io.cmd.ready := u("rocc_cmd_ready")
  private val instruction = io.cmd.bits.inst
  u("rocc_cmd_funct7") := instruction.funct
  u("rocc_cmd_xd") := instruction.xd
  u("rocc_cmd_xs1") := instruction.xs1
  u("rocc_cmd_xs2") := instruction.xs2
  u("rocc_cmd_rd") := instruction.rd
  u("rocc_cmd_rs1") := io.cmd.bits.rs1
  u("rocc_cmd_rs2") := io.cmd.bits.rs2
  // The privilege that the hart runs at; mstatus.MPRV, which is for its own loads and stores, changes nothing.
  u("rocc_cmd_prv") := io.cmd.bits.status.prv

  io.resp.valid := u("rocc_resp_valid")
  u("rocc_resp_ready") := io.resp.ready
  io.resp.bits.rd := u("rocc_resp_rd")
  io.resp.bits.data := u("rocc_resp_data")

  io.busy := u("rocc_busy")
  io.interrupt := u("rocc_interrupt")
  u("rocc_exception") := io.exception

  io.mem.req.valid := u("mem_req_valid")
  u("mem_req_ready") := io.mem.req.ready
  private val request = io.mem.req.bits
  // What is cut off is zero: the cacheable range was checked against the physical address.
  request.addr := fit(u.bits("mem_req_addr"), request.addr.getWidth)
  request.tag := u("mem_req_tag")
  request.cmd := Mux(u.bits("mem_req_store").asBool, storeCommand, loadCommand)
  request.size := u("mem_req_size")
  request.data := u("mem_req_data")
  fillRequest(request, io.cmd.bits.status)
  tieOff(this.io)
  u("mem_resp_valid") := io.mem.resp.valid
  u("mem_resp_tag") := fit(io.mem.resp.bits.tag, u.bits("mem_resp_tag").getWidth)
  u("mem_resp_data") := io.mem.resp.bits.data

  private val link: UnitPins = outer.linkNode match {
    case Some(node) => node.bundle
    case None =>
      val dpi = Module(new OracleLinkDPI(outer.unit, outer.linkPorts)).suggestName("dpi")
      dpi.io("clock") := clock
      dpi.io("reset") := reset.asBool
      dpi.io
  }
  for (port <- outer.linkPorts)
    if (port.input) u(s"link_${port.name}") := link(port.name) else link(port.name) := u(s"link_${port.name}")

  private def fit(value: UInt, width: Int): UInt = if (value.getWidth > width) value(width - 1, 0) else value
}
