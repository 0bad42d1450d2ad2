// Owns: where the libraries of an elaboration lie on this machine: written by Maven's run, so that later elaborations do without Maven.
package archnights

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}

object ClassPath {
  def main(args: Array[String]): Unit = Files.write(Paths.get(args(0)), sys.props("java.class.path").getBytes(UTF_8))
}
