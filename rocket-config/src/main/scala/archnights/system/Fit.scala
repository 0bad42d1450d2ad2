// Owns: the check alone as a program: `Fit CONFIG DESCRIPTION...`. For each unit `DESCRIPTION: fits`, or a line `DESCRIPTION: misfit: ...` for each finding; nothing is built.
package archnights

import java.io.FileInputStream

object Fit {
  def main(args: Array[String]): Unit = for (description <- args.tail) {
    val findings = try {
      Elaborate.parameters(args.head, UnitDescription.read(new FileInputStream(description), description))
      Nil
    } catch { case e: DoesNotFit => e.findings }
    if (findings.isEmpty) println(s"$description: fits") else findings.foreach(f => println(s"$description: misfit: $f"))
  }
}
