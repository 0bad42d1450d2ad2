// Owns: the Rocket configurations that this project offers.

export const rocketConfigs = [
  { name: 'small', isa: 'rv64imac', abi: 'lp64', scala: 'SmallConfig', doc: 'RV64IMAC, no virtual memory, no FPU, caches of 4 KiB' },
  { name: 'medium', isa: 'rv64imac', abi: 'lp64', scala: 'MediumConfig', doc: 'the same with Sv39 and supervisor mode' },
  { name: 'big', isa: 'rv64imafdc', abi: 'lp64d', scala: 'BigConfig', doc: 'Sv39, FPU, caches of 16 KiB' },
] as const
export type RocketConfigName = (typeof rocketConfigs)[number]['name']
export const rocketConfig = (name: RocketConfigName) => rocketConfigs.find((c) => c.name === name)!
