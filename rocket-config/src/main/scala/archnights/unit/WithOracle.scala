// Owns: the config fragment that gives a tile its Oracle unit.
package archnights

import RocketVersion._

/** Puts the described unit on the RoCC port of every tile, beside what is there already. */
class WithOracle(unit: UnitDescription) extends Config((site, here, up) => {
  case BuildRoCC => roccs(site, up) :+ ((p: Parameters) => {
    // Diplomacy takes the name of the val.
    val oracle = LazyModule(new OracleRoCC(unit)(p))
    oracle
  })
}) {
  /** The unit that lies in the class path. */
  def this() = this(UnitDescription.resource)
}
