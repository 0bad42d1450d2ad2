// Owns: a state diagram of one thread of a microprogram, in Mermaid: its labels are the states, with its waits and its home.
import type { MicroOperation, MicroProgram } from './operation.ts'
import { ends, jumps, reach, steps } from './paths.ts'

const escaped = (text: string): string => text.replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;')
const test = (o: MicroOperation, holds: boolean): string => {
  const [, not, what] = /^if (not )?(.+?) goto /.exec(o.text)!
  return (not === undefined) === holds ? what! : `not ${what}`
}

/** Every state that is reached from this address; a call is part of the state that calls. */
export function stateDiagram({ operations }: MicroProgram, from: number): string {
  const lines = [...reach(operations, [from], steps)].sort((a, b) => a - b).map((at) => operations[at]!)
  /** A state begins at a label, and behind a wait. */
  const begins = new Set([from, ...lines.filter((o) => o.labels.length > 0).map((o) => o.address), ...lines.filter((o) => o.flow === 'wait').map((o) => o.address + 1)])
  const nodes: string[] = ['  home([home])'], edges: string[] = []
  const edge = (a: string, b: string, text = '') => { edges.push(`  ${a} -->${text === '' ? '' : `|"${escaped(text)}"|`} ${b}`) }
  const state = (at: number) => `s${at}`
  for (const first of [...begins].sort((a, b) => a - b)) {
    const does: string[] = []
    for (let o = operations[first]!, begun = false; ; o = operations[o.address + 1]!) {
      if (begun && begins.has(o.address)) {
        edge(state(first), state(o.address))
        break
      }
      begun = true
      const branches = o.condition !== 'never' && o.flow !== 'call'
      if (branches) edge(state(first), state(o.target), jumps(o) ? '' : test(o, true))
      const done = o.text.replace(/^if .+? goto \w+ ?/, '').replace(/ ?(goto \w+|return|home|wait \w+)$/, '')
      if (done !== '' && done !== 'home') does.push(done)
      if (o.flow === 'wait') {
        nodes.push(`  w${o.address}(["wait ${o.wait}"])`)
        edge(state(first), `w${o.address}`)
        edge(`w${o.address}`, state(o.address + 1))
      }
      if (ends(o)) edge(state(first), o.flow === 'home' ? 'home' : 'back')
      if (ends(o) || o.flow === 'wait' || jumps(o) && o.flow === 'branch') break
    }
    const name = operations[first]!.labels.join(', ')
    nodes.push(`  ${state(first)}["${(name === '' && does.length === 0 ? ['then'] : [name, ...does].filter((t) => t !== '')).map(escaped).join('<br>')}"]`)
  }
  edge('home', state(from))
  return ['flowchart TD', ...nodes, ...edges].join('\n')
}
