// Owns: an example of a Chipyard configuration with the Oracle unit.
package chipyard

import org.chipsalliance.cde.config.Config

/** One Rocket core with virtual memory and an FPU, and the unit on its RoCC port. */
class OracleRocketConfig extends Config(
  new archnights.WithOracle ++
  new freechips.rocketchip.rocket.WithNHugeCores(1) ++
  new chipyard.config.AbstractConfig)
