// Owns: the elaboration as a program: `Elaborate CONFIG DESCRIPTION FOLDER OUTPUT`. First the unit is checked against the core; what does not fit ends it with exit code 3.
package archnights

import chisel3.{ChiselExecutionSuccess, Driver}
import freechips.rocketchip.config.{Config, Parameters}
import freechips.rocketchip.diplomacy.LazyModule
import freechips.rocketchip.subsystem.RocketTilesKey
import freechips.rocketchip.tile.XLen
import freechips.rocketchip.util.ElaborationArtefacts
import java.io.{File, FileInputStream, FileOutputStream, FileWriter, PrintStream}

object Elaborate {
  /** Exit code: the unit does not fit. Each finding is a line `misfit: ...` on the standard output. */
  private val misfit = 3

  def main(args: Array[String]): Unit = {
    // OUTPUT: verilog; or firrtl, what Chisel makes, in a tenth of the time.
    val Array(config, description, folder, output) = args
    val words = System.out
    // Rocket Chip and Chisel talk much; it is kept for people, and what is said here stands alone.
    System.setOut(new PrintStream(new FileOutputStream(new File(folder, "elaboration.log"))))
    try run(config, description, folder, output)
    catch {
      case e: Throwable => misfitIn(e) match {
        case Some(d) =>
          d.findings.foreach(f => words.println(s"misfit: $f"))
          sys.exit(misfit)
        case None => throw e
      }
    }
  }

  /** What the tile found while it was built: Chisel prints what is thrown there, and says only that it failed. */
  private var late: Option[DoesNotFit] = None
  private def noted[T](build: => T): T = try build catch { case e: Throwable => late = misfitIn(e); throw e }

  private def misfitIn(e: Throwable): Option[DoesNotFit] = causes(e).collectFirst { case d: DoesNotFit => d }
  private def causes(e: Throwable): Stream[Throwable] = if (e == null) Stream.empty else e #:: causes(e.getCause)

  private def run(config: String, description: String, folder: String, output: String): Unit = {
    implicit val p: Parameters = parameters(config, UnitDescription.read(new FileInputStream(description), description))
    val result = Driver.execute(Array("--target-dir", folder, "--log-level", "warn") ++ (if (output == "firrtl") Array("--no-run-firrtl") else Array("-X", output)), () => noted(LazyModule(new OracleSystem).module))
    late.foreach(found => throw found)
    if (!result.isInstanceOf[ChiselExecutionSuccess]) throw new RuntimeException(s"nothing was made: $result")
    // The device tree, for people.
    for ((kind, text) <- ElaborationArtefacts.files if kind == "dts") {
      val file = new FileWriter(new File(folder, s"OracleSystem.$kind"))
      try file.write(text()) finally file.close()
    }
  }

  /** Of a configuration with a unit that fits. @throws DoesNotFit within a second, before anything is built */
  def parameters(config: String, unit: UnitDescription): Parameters = {
    val p: Parameters = Class.forName(s"archnights.$config").getConstructor(classOf[UnitDescription]).newInstance(unit).asInstanceOf[Config].toInstance
    UnitFit.check(unit, before(p))
    p
  }

  /** What is known of the core before it is built: the top of its address map is main memory. */
  private def before(implicit p: Parameters): CoreFacts = {
    val memory = RocketVersion.mainMemory
    CoreFacts(p(XLen), RocketVersion.usableTagBits(p(RocketTilesKey).head.core), memory.fold(0) { case (_, end) => (end - 1).bitLength }, memory)
  }
}
