// Owns: the emitted unit as a black box: its ports are those of the description, under their own names.
package archnights

import chisel3._
import chisel3.util.HasBlackBoxResource

/** Ports by name. A box's own are seen from inside it. */
class UnitPins(val ports: Seq[UnitPort]) extends RocketVersion.NamedPorts(ports.map { p =>
  val shape = if (p.name == "clock") Clock() else if (p.width == 1) Bool() else UInt(p.width.W)
  p.name -> (if (p.input) Input(shape) else Output(shape))
}) {
  override protected def again = new UnitPins(ports)
  def apply(name: String): Data = elements(name)
  def bits(name: String): UInt = elements(name).asUInt
}

class OracleUnit(unit: UnitDescription) extends BlackBox with HasBlackBoxResource {
  override def desiredName: String = unit.top
  val io = IO(new UnitPins(unit.ports))
  unit.resources("unit.resources").foreach(file => addResource(file))
}
