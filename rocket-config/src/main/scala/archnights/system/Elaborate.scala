// Owns: the elaboration as a program: `Elaborate CONFIG DESCRIPTION FOLDER`. First the unit is checked against the core; what does not fit ends it with exit code 3.
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
    val Array(config, description, folder) = args
    val words = System.out
    // Rocket Chip and Chisel talk much; it is kept for people, and what is said here stands alone.
    System.setOut(new PrintStream(new FileOutputStream(new File(folder, "elaboration.log"))))
    try run(config, description, folder)
    catch {
      case e: Throwable => causes(e).collectFirst { case d: DoesNotFit => d } match {
        case Some(d) =>
          d.findings.foreach(f => words.println(s"misfit: $f"))
          sys.exit(misfit)
        case None => throw e
      }
    }
  }

  private def causes(e: Throwable): Stream[Throwable] = if (e == null) Stream.empty else e #:: causes(e.getCause)

  private def run(config: String, description: String, folder: String): Unit = {
    implicit val p: Parameters = parameters(config, UnitDescription.read(new FileInputStream(description), description))
    val result = Driver.execute(Array("--target-dir", folder, "--log-level", "warn", "-X", "verilog"), () => LazyModule(new OracleSystem).module)
    if (!result.isInstanceOf[ChiselExecutionSuccess]) throw new RuntimeException(s"no Verilog was made: $result")
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
