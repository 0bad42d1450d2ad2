// Owns: the minimal system: Rocket tiles with the unit, a memory port, an MMIO port, boot ROM and timer; the link as ports of the whole.
package archnights

import chisel3.experimental.IO
import freechips.rocketchip.config.Parameters
import freechips.rocketchip.devices.tilelink.{HasPeripheryBootROM, HasPeripheryBootROMModuleImp}
import freechips.rocketchip.diplomacy.InModuleBody
import freechips.rocketchip.subsystem.{CanHaveMasterAXI4MemPort, CanHaveMasterAXI4MMIOPort, HasHierarchicalBusTopology, HasRTCModuleImp, RocketSubsystem, RocketSubsystemModuleImp}

class OracleSystem(implicit p: Parameters) extends RocketSubsystem
    with HasHierarchicalBusTopology
    with CanHaveMasterAXI4MemPort
    with CanHaveMasterAXI4MMIOPort
    with HasPeripheryBootROM {
  private val links = rocketTiles.flatMap(_.roccs).collect { case r: OracleRoCC if r.linkNode.isDefined => (r.linkPorts, r.linkNode.get.makeSink()) }
  /** `link_0_tx_tvalid` and so on; the number is the tile's. A sink's own makeIO would put a second number into the name. */
  val linkPins = InModuleBody {
    for (((ports, sink), tile) <- links.zipWithIndex) yield {
      val pins = IO(new UnitPins(ports)).suggestName(s"link_$tile")
      for (port <- ports) if (port.input) sink.bundle(port.name) := pins(port.name) else pins(port.name) := sink.bundle(port.name)
      pins
    }
  }
  override lazy val module = new OracleSystemImp(this)
}

class OracleSystemImp(outer: OracleSystem) extends RocketSubsystemModuleImp(outer)
    with HasRTCModuleImp
    with HasPeripheryBootROMModuleImp
