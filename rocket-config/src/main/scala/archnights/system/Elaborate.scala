// Owns: the elaboration as a program: `Elaborate CONFIG DESCRIPTION FOLDER`. First the unit is checked against the core; what does not fit ends it with exit code 3.
package archnights

import chisel3.{ChiselExecutionSuccess, Driver}
import freechips.rocketchip.config.{Config, Parameters}
import freechips.rocketchip.diplomacy.LazyModule
import freechips.rocketchip.subsystem.RocketTilesKey
import freechips.rocketchip.tile.XLen
import freechips.rocketchip.util.ElaborationArtefacts
import java.io.{File, FileInputStream, FileWriter}

object Elaborate {
  private val misfit = 3

  def main(args: Array[String]): Unit = {
    val Array(config, description, folder) = args
    try run(config, description, folder)
    catch { case e: DoesNotFit => e.findings.foreach(f => println(s"misfit: $f")); sys.exit(misfit) }
  }

  private def run(config: String, description: String, folder: String): Unit = {
    val unit = UnitDescription.read(new FileInputStream(description), description)
    implicit val p: Parameters = Class.forName(s"archnights.$config").getConstructor(classOf[UnitDescription]).newInstance(unit).asInstanceOf[Config].toInstance
    UnitFit.check(unit, before(p))
    new File(folder).mkdirs()
    val result = Driver.execute(Array("--target-dir", folder, "--log-level", "warn", "-X", "verilog"), () => LazyModule(new OracleSystem).module)
    if (!result.isInstanceOf[ChiselExecutionSuccess]) sys.exit(1)
    // The device tree, for people.
    for ((kind, text) <- ElaborationArtefacts.files if kind == "dts") {
      val file = new FileWriter(new File(folder, s"OracleSystem.$kind"))
      try file.write(text()) finally file.close()
    }
  }

  /** What is known of the core before it is built: the top of its address map is main memory. */
  private def before(implicit p: Parameters): CoreFacts = {
    val memory = RocketVersion.mainMemory
    CoreFacts(p(XLen), RocketVersion.usableTagBits(p(RocketTilesKey).head.core), memory.fold(0) { case (_, end) => (end - 1).bitLength }, memory)
  }
}
