// Owns: the DPI module as a black box (harness/OracleLinkDPI.sv): the link's ports, turned round.
package archnights

import chisel3._
import chisel3.util.HasBlackBoxResource

/** @param link the unit's ports of the link, without `link_` */
class OracleLinkDPI(unit: UnitDescription, link: Seq[UnitPort]) extends BlackBox with HasBlackBoxResource {
  override def desiredName: String = "OracleLinkDPI"
  val io = IO(new UnitPins(Seq(UnitPort("clock", true, 1), UnitPort("reset", true, 1)) ++ link.map(p => p.copy(input = !p.input))))
  unit.resources("link.resources").foreach(file => addResource(file))
}
