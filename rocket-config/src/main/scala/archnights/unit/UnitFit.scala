// Owns: whether an emitted unit fits the core that the wrapper puts it on: every difference at once, with its remedy.
package archnights

import scala.util.Try

/** All differences that were found, one sentence each. */
class DoesNotFit(val findings: Seq[String]) extends Exception(findings.mkString("the Oracle unit does not fit this core:\n  ", "\n  ", ""))

/**
 * What the core side is. Widths in bits.
 * @param tagBits the bits of a memory request's tag that come back with its answer
 * @param physicalBits width of a physical address
 * @param memory first address of main memory and the address behind it; None: not known here
 */
case class CoreFacts(xLen: Int, tagBits: Int, physicalBits: Int, memory: Option[(BigInt, BigInt)])

object UnitFit {
  private val emitAgain = "emit the unit and elaborate with the same version of archnights"

  /** The ports that the wrapper connects, in the unit's order, with the widths that this core gives them. */
  private def wanted(unit: UnitDescription, core: CoreFacts): Seq[UnitPort] = {
    def in(name: String, width: Int = 1) = UnitPort(name, true, width)
    def out(name: String, width: Int = 1) = UnitPort(name, false, width)
    Seq(
      in("clock"), in("reset"),
      in("rocc_cmd_valid"), out("rocc_cmd_ready"), in("rocc_cmd_funct7", 7), in("rocc_cmd_xd"), in("rocc_cmd_xs1"), in("rocc_cmd_xs2"),
      in("rocc_cmd_rd", 5), in("rocc_cmd_rs1", core.xLen), in("rocc_cmd_rs2", core.xLen), in("rocc_cmd_prv", 2),
      out("rocc_resp_valid"), in("rocc_resp_ready"), out("rocc_resp_rd", 5), out("rocc_resp_data", core.xLen),
      out("rocc_busy"), out("rocc_interrupt"), in("rocc_exception"),
      out("mem_req_valid"), in("mem_req_ready"), out("mem_req_addr", unit.addrWidth), out("mem_req_tag", core.tagBits), out("mem_req_store"), out("mem_req_size", 2), out("mem_req_data", core.xLen),
      in("mem_resp_valid"), in("mem_resp_tag", core.tagBits), in("mem_resp_data", core.xLen),
      out("link_tx_tvalid"), in("link_tx_tready"), out("link_tx_tdata", 64), out("link_tx_tkeep", 8), out("link_tx_tlast"),
      in("link_rx_tvalid"), out("link_rx_tready"), in("link_rx_tdata", 64), in("link_rx_tkeep", 8), in("link_rx_tlast"),
    )
  }

  private val tags = Set("mem_req_tag", "mem_resp_tag")
  private val words = Set("rocc_cmd_rs1", "rocc_cmd_rs2", "rocc_resp_data", "mem_req_data", "mem_resp_data")

  private def ports(unit: UnitDescription, core: CoreFacts): Seq[String] = {
    val has = unit.ports.map(p => p.name -> p).toMap
    val needs = wanted(unit, core)
    val names = needs.map(_.name).toSet
    val twice = unit.ports.diff(unit.ports.distinct).map(p => s"port ${p.name} is described twice: $emitAgain")
    val extra = unit.ports.filterNot(p => names(p.name)).map(p => s"the unit has a port ${p.name} (${p.direction}, ${p.width} bits) that the wrapper does not connect: $emitAgain")
    val different = needs.flatMap { need =>
      has.get(need.name) match {
        case None => Some(s"the unit has no port ${need.name} (${need.direction}, ${need.width} bits): $emitAgain")
        case Some(port) if port.input != need.input => Some(s"port ${port.name} is an ${port.direction} of the unit, the wrapper needs an ${need.direction}: $emitAgain")
        // Fewer tag bits than the core's are padded with zeros.
        case Some(port) if tags(port.name) && port.width <= need.width => None
        case Some(port) if tags(port.name) =>
          Some(s"port ${port.name} has ${port.width} bits, this core brings ${need.width} tag bits back, and a wider tag would hang the memory port: $emitAgain")
        case Some(port) if words(port.name) && port.width != need.width =>
          Some(s"port ${port.name} has ${port.width} bits, this core's registers have ${need.width}: take a core with RV${port.width}")
        case Some(port) if port.width != need.width => Some(s"port ${port.name} has ${port.width} bits, the wrapper needs ${need.width}: $emitAgain")
        case _ => None
      }
    }
    val tagWidths = unit.ports.filter(p => tags(p.name)).map(_.width).distinct
    val unequal = if (tagWidths.size > 1) Some(s"ports ${tags.toSeq.sorted.mkString(" and ")} have ${tagWidths.mkString(" and ")} bits, a tag must come back whole: $emitAgain") else None
    twice ++ different ++ unequal ++ extra
  }

  private def hex(address: BigInt) = s"0x${address.toString(16)}"

  private def addresses(unit: UnitDescription, core: CoreFacts): Seq[String] = {
    val range = s"the cacheable range ${hex(unit.cacheableLow)} to ${hex(unit.cacheableHigh)}"
    val outside = core.memory.collect { case (base, end) if unit.cacheableLow < base || unit.cacheableHigh > end =>
      s"$range of the unit is not inside main memory ${hex(base)} to ${hex(end)}, and an access outside of it would hang the core: set cacheableLow to ${hex(base)} or above and cacheableHigh to ${hex(end)} or below" }
    val beyond = if (unit.cacheableHigh > (BigInt(1) << core.physicalBits))
      Some(s"$range of the unit is beyond this core's ${core.physicalBits}-bit physical addresses: set cacheableHigh to ${hex(BigInt(1) << core.physicalBits)} or below") else None
    outside.toSeq ++ beyond
  }

  private def opcode(unit: UnitDescription): Seq[String] =
    if (OracleOpcode.sets.contains(unit.opcode)) Nil
    else Seq(f"opcode 0x${unit.opcode}%02x is none of ${OracleOpcode.sets.keys.toSeq.sorted.map(o => f"0x$o%02x").mkString(", ")} (custom-0 to custom-3): $emitAgain")

  /** Read only when the tile is built; a link that is not known is told with the rest. */
  private def link(unit: UnitDescription): Seq[String] = Try(unit.link).failed.toOption.collect { case d: DoesNotFit => d.findings }.toSeq.flatten

  /** All that does not fit, empty if it does. */
  def findings(unit: UnitDescription, core: CoreFacts): Seq[String] = ports(unit, core) ++ addresses(unit, core) ++ opcode(unit) ++ link(unit)

  /** @throws DoesNotFit */
  def check(unit: UnitDescription, core: CoreFacts): Unit = {
    val all = findings(unit, core)
    if (all.nonEmpty) throw new DoesNotFit(all)
  }
}
