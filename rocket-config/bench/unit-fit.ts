// Owns: whether a unit has the ports that a system was elaborated for: every difference by its name.
import type { UnitMetadata } from '../../coprocessor/output/metadata.ts'
import { RocketError } from '../errors.ts'
import type { ElaboratedModule, ElaboratedText } from './elaborated.ts'
import { unitPath } from './taps.ts'

/** @throws RocketError RKT1204 naming what differs */
export function checkUnitFits(modules: ElaboratedText, top: string, unit: Pick<UnitMetadata, 'top' | 'ports'>): void {
  const differences = differencesOf(modules, top, unit)
  if (differences.length > 0) {
    throw new RocketError('RKT1204', `the unit is not the one that the system was elaborated for:\n  ${differences.join('\n  ')}`, 'elaborate the system again for these parameters: archnights rocket build')
  }
}

function differencesOf(modules: ElaboratedText, top: string, unit: Pick<UnitMetadata, 'top' | 'ports'>): string[] {
  const steps = unitPath.split('.'), instance = steps.pop()!
  let wrapper: ElaboratedModule | undefined = modules.get(top)
  for (const step of steps) wrapper = modules.get(wrapper?.instances.get(step) ?? '')
  const module = wrapper?.instances.get(instance)
  if (!wrapper || module === undefined) return [`there is no instance ${unitPath} in ${top}`]
  if (module !== unit.top) return [`${unitPath} is a ${module}, the unit's module is ${unit.top}`]
  // The generator names the wires at an instance's ports after both.
  const prefix = `${instance}_`
  const there = new Map([...wrapper.signals].filter(([name]) => name.startsWith(prefix)).map(([name, width]) => [name.slice(prefix.length), width]))
  const found: string[] = []
  for (const { name, width } of unit.ports) {
    const has = there.get(name)
    if (has === undefined) found.push(`the unit has a port ${name} (${width} bits), the system has none`)
    else if (has !== width) found.push(`port ${name} has ${width} bits at the unit and ${has} at the system`)
    there.delete(name)
  }
  for (const [name, width] of there) found.push(`the system has a port ${name} (${width} bits), the unit has none`)
  return found
}
