// Owns: all that differs between versions of Rocket Chip and Chisel, here for Rocket Chip 1.2.6 with Chisel 3.2.6. The rest of the wrapper names nothing else of them.
package archnights

import chisel3._
import freechips.rocketchip.{config, diplomacy, rocket, subsystem, tile}
import scala.collection.immutable.ListMap

object RocketVersion {
  type Parameters = config.Parameters
  type Config = config.Config
  type View = config.View
  type OpcodeSet = tile.OpcodeSet
  val OpcodeSet = tile.OpcodeSet
  type LazyRoCC = tile.LazyRoCC
  type LazyRoCCModuleImp = tile.LazyRoCCModuleImp
  type HasCoreParameters = tile.HasCoreParameters
  val BuildRoCC = tile.BuildRoCC
  val LazyModule = diplomacy.LazyModule
  type LinkSource = diplomacy.BundleBridgeSource[UnitPins]
  def linkSource(make: () => UnitPins)(implicit name: diplomacy.ValName): LinkSource = diplomacy.BundleBridgeSource(make)

  /** What the fragments above this one put on the RoCC port. */
  def roccs(site: View, up: View): Seq[Parameters => LazyRoCC] = up(BuildRoCC, site)

  /** The arbiter in front of the data cache keeps this many bits of a tag, whatever the width of the field. */
  def usableTagBits(core: tile.CoreParams): Int = core.dcacheReqTagBits

  /** First address of main memory and the address behind it. */
  def mainMemory(implicit p: Parameters): Option[(BigInt, BigInt)] = p(subsystem.ExtMem).map(m => (m.master.base, m.master.base + m.master.size))

  def loadCommand: UInt = rocket.M_XRD
  def storeCommand: UInt = rocket.M_XWR

  /** The fields of a memory request that are the same for every access of the unit: its addresses are physical. */
  def fillRequest(request: rocket.HellaCacheReq, status: rocket.MStatus): Unit = {
    request.signed := false.B
    request.phys := true.B
    request.no_alloc := false.B
    request.no_xcpt := false.B
    request.mask := ~0.U(request.mask.getWidth.W)
  }

  /** Outputs of the coprocessor that the unit has no use for. */
  def tieOff(io: tile.RoCCIO): Unit = {
    io.mem.s1_kill := false.B
    io.mem.s1_data.data := 0.U
    io.mem.s1_data.mask := 0.U
    io.mem.s2_kill := false.B
    io.mem.keep_clock_enabled := true.B
    io.fpu_req.valid := false.B
    io.fpu_req.bits := DontCare
    io.fpu_resp.ready := false.B
  }

  /** A bundle whose fields are known at elaboration only. */
  abstract class NamedPorts(fields: Seq[(String, Data)]) extends Record {
    val elements: ListMap[String, Data] = ListMap(fields: _*)
    protected def again: NamedPorts
    override def cloneType: this.type = again.asInstanceOf[this.type]
  }
}
