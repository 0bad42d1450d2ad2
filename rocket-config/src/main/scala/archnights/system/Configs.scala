// Owns: the configurations of the minimal system. Addresses come with the unit's description.
package archnights

import freechips.rocketchip.config.{Config, Field}
import freechips.rocketchip.devices.debug.DebugModuleKey
import freechips.rocketchip.devices.tilelink.{BootROMParams, CLINTKey, CLINTParams, PLICKey}
import freechips.rocketchip.diplomacy.DTSTimebase
import freechips.rocketchip.subsystem._
import freechips.rocketchip.system.BaseConfig

/** The system's part of a description. Addresses and sizes in bytes. */
class WithSystemMap(d: UnitDescription) extends Config((site, here, up) => {
  case ExtMem => up(ExtMem, site).map(m => m.copy(master = m.master.copy(base = d.number("memory.base"), size = d.number("memory.size"))))
  case ExtBus => up(ExtBus, site).map(_.copy(base = d.number("mmio.base"), size = d.number("mmio.size")))
  case CLINTKey => Some(CLINTParams(d.number("clint.base")))
  case BootROMParams => BootROMParams(d.number("bootRom.base"), d.number("bootRom.size").toInt, d.number("bootRom.base"), BootImage.file(d.number("memory.base")))
  // One step of the timer for so many cycles of the clock.
  case DTSTimebase => site(PeripheryBusKey).dtsFrequency.get / d.number("clint.cyclesPerTick")
})

/** No debug module and no external interrupts, so no controller for them. */
class WithoutDebugAndPlic extends Config((site, here, up) => {
  case DebugModuleKey => None
  case PLICKey => None
})

class OracleConfig(d: UnitDescription, core: Config)
  extends Config(new WithOracle(d) ++ new WithSystemMap(d) ++ new WithoutDebugAndPlic ++ new WithoutTLMonitors ++ core ++ new BaseConfig)

class SmallConfig(d: UnitDescription) extends OracleConfig(d, new WithNSmallCores(1))
class MediumConfig(d: UnitDescription) extends OracleConfig(d, new WithNMedCores(1))
class BigConfig(d: UnitDescription) extends OracleConfig(d, new WithNBigCores(1))
