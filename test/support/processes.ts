// Owns: which processes stand below one, by what /proc says; for tests that nothing is left of them.
import { readdirSync, readFileSync } from 'node:fs'

/** Process ids below `pid`, at any depth. Only on Linux. */
export function processesBelow(pid: number): number[] {
  const parents = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      return [{ pid: Number(name), parent: Number(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) \S+ /s, '').split(' ')[0]) }]
    } catch {
      return [] // It ended while we looked.
    }
  })
  const below = (of: number): number[] => parents.filter((p) => p.parent === of).flatMap((p) => [p.pid, ...below(p.pid)])
  return below(pid)
}

/** Whether it runs: a zombie that nobody has waited for yet does not. */
export function runs(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
