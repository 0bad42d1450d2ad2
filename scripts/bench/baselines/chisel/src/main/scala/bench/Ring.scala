// Owns: the ring of the elaboration bench in Chisel: the same registers, sums, choices and modules as scripts/bench/ring.ts.
package bench

import chisel3._
import circt.stage.ChiselStage
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Paths}

// Chisel's compiler plugin is not used, so every name is given by hand.
class Stage(number: Int, cells: Int) extends Module {
  override def desiredName: String = s"stage$number"
  val enable = IO(Input(UInt(1.W))).suggestName("enable")
  val a = IO(Input(UInt(32.W))).suggestName("a")
  val q = IO(Output(UInt(32.W))).suggestName("q")
  val registers = (0 until cells).map(i => RegInit(0.U(32.W)).suggestName(s"r$i"))
  when(enable.asBool) {
    var before: UInt = a
    for ((r, i) <- registers.zipWithIndex) {
      val sum = (r + before).suggestName(s"sum$i")
      r := Mux(sum(i % 32), sum ^ BigInt(number * cells + i).U(32.W), sum)
      before = r
    }
  }
  q := registers.last
}

class Ring(stages: Int, cells: Int) extends Module {
  override def desiredName: String = "ring"
  val enable = IO(Input(UInt(1.W))).suggestName("enable")
  val seed = IO(Input(UInt(32.W))).suggestName("seed")
  val q = IO(Output(UInt(32.W))).suggestName("q")
  val last = (0 until stages).foldLeft(seed: UInt) { (before, i) =>
    val stage = Module(new Stage(i, cells)).suggestName(s"part$i")
    stage.enable := enable
    stage.a := before
    stage.q
  }
  q := last
}

/** Arguments: cells of a stage, rounds, folder for the texts, then numbers of stages. One line of JSON for each of these; 0 rounds: SystemVerilog once, nothing else. */
object Ring {
  private def seconds(work: => Unit): Double = {
    val from = System.nanoTime
    work
    (System.nanoTime - from) / 1e9
  }
  def main(arguments: Array[String]): Unit = {
    val start = (System.currentTimeMillis - ManagementFactory.getRuntimeMXBean.getStartTime) / 1e3
    val cells = arguments(0).toInt
    val rounds = arguments(1).toInt
    for (stages <- arguments.drop(3).map(_.toInt)) {
      var verilog = ""
      val elaborate = (0 until rounds).map(_ => seconds { ChiselStage.emitCHIRRTL(new Ring(stages, cells)) })
      val emit = (0 until (rounds max 1)).map(_ => seconds {
        verilog = ChiselStage.emitSystemVerilog(new Ring(stages, cells), firtoolOpts = Array("--disable-all-randomization", "--strip-debug-info"))
      })
      Files.write(Paths.get(arguments(2)).resolve(s"chisel-$stages.sv"), verilog.getBytes("UTF-8"))
      println(s"""{"stages":$stages,"start":$start,"elaborate":[${elaborate.mkString(",")}],"emit":[${emit.mkString(",")}],"bytes":${verilog.length}}""")
    }
  }
}

/** Leaves the class path that Maven runs it with in the file that is named. */
object ClassPath {
  def main(arguments: Array[String]): Unit = Files.write(Paths.get(arguments(0)), System.getProperty("java.class.path").getBytes("UTF-8"))
}
