// Owns: the description of an emitted unit, as the generator wrote it beside the Verilog: ports, opcode, parameters, link, and the minimal system's addresses.
package archnights

import java.io.{InputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Properties
import scala.collection.JavaConverters._

/** A port of the unit, as the unit sees it. Width in bits. */
case class UnitPort(name: String, input: Boolean, width: Int) {
  def direction: String = if (input) "input" else "output"
}

/** How the link leaves the tile: as ports of the system, or by a DPI module beside the unit. */
sealed trait OracleLink
case object LinkPins extends OracleLink
case object LinkDPI extends OracleLink

/** Keys and values as they stand in the file; what the rest of the wrapper reads has a name here. */
class UnitDescription(entries: Map[String, String], source: String) {
  def text(key: String): String = entries.getOrElse(key, throw new DoesNotFit(Seq(s"$source has no entry `$key`: emit the unit again with this version of archnights")))
  def number(key: String): BigInt = {
    val t = text(key)
    if (!t.matches("[0-9]+")) throw new DoesNotFit(Seq(s"$source: `$key` is `$t`, it must be a decimal number: emit the unit again"))
    BigInt(t)
  }

  /** Name of the Verilog module. */
  lazy val top: String = text("top")
  lazy val ports: Seq[UnitPort] = text("ports").split(" ").toSeq.filter(_.nonEmpty).map { name =>
    text(s"port.$name").split(" ") match {
      case Array(direction @ ("input" | "output"), width) if width.matches("[1-9][0-9]{0,3}") => UnitPort(name, direction == "input", width.toInt)
      case _ => throw new DoesNotFit(Seq(s"$source: `port.$name` must be `input WIDTH` or `output WIDTH`: emit the unit again"))
    }
  }
  /** The seven bits of the instruction word that name the coprocessor. */
  lazy val opcode: Int = number("opcode").toInt
  lazy val addrWidth: Int = number("parameter.addrWidth").toInt
  lazy val cacheableLow: BigInt = number("parameter.cacheableLow")
  /** The address behind the range. */
  lazy val cacheableHigh: BigInt = number("parameter.cacheableHigh")
  lazy val link: OracleLink = text("link") match {
    case "pins" => LinkPins
    case "dpi" => LinkDPI
    case other => throw new DoesNotFit(Seq(s"$source: `link` is `$other`, it must be `pins` or `dpi`: emit the unit again"))
  }
  /** Resources of the class path that go along with a black box; none where the Verilog is handed over in another way. */
  def resources(key: String): Seq[String] = entries.getOrElse(key, "").split(" ").toSeq.filter(_.nonEmpty)
}

object UnitDescription {
  /** Of the unit that was emitted into the class path. */
  def resource: UnitDescription = {
    val name = "/archnights/oracle_unit.properties"
    val stream = getClass.getResourceAsStream(name)
    if (stream == null) throw new DoesNotFit(Seq(s"there is no resource $name: emit the unit into src/main/resources of this generator"))
    read(stream, name)
  }

  /** The layout of the file; the generator writes the same number. */
  val format = 1

  def read(stream: InputStream, source: String): UnitDescription = {
    val file = new Properties
    try file.load(new InputStreamReader(stream, UTF_8)) finally stream.close()
    val description = new UnitDescription(file.stringPropertyNames.asScala.map(key => key -> file.getProperty(key)).toMap, source)
    if (description.number("format") != format)
      throw new DoesNotFit(Seq(s"$source has format ${description.text("format")}, this wrapper reads format $format: take both from the same version of archnights"))
    description
  }
}
