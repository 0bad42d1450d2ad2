// Owns: the sequencer: threads, where each goes on, the ROM, and the two steps of a micro-operation.
import { all, any, bit, cat, indexBits, input, lit, module, mux, named, output, read, register, rom, uint, vec, write, type Bit, type Uint } from '../../rtl-gen/dsl/index.ts'
import { threads as threadTable, waits, type Thread, type Wait } from '../microcode/vocabulary.ts'
import type { MicroProgram } from '../microcode/assemble.ts'
import { addressOf, threadEntries } from '../microcode/words.ts'
import { lowest } from './lowest.ts'
import { addressBits, encodeWord, microWord, waitShape } from './micro-word.ts'

export const threadNames = threadTable.map((t) => t.name)
export const threadNumber = (t: Thread): number => threadNames.indexOf(t)
export const threadBits = indexBits(threadNames.length)

/**
 * One thread runs at a time until it waits or goes home; then the next whose wait has ended runs: the command's first, the others round robin (a core
 * needs some cycles between two commands, in which they get their turn). A micro-operation takes two steps:
 * `fetch` names the word that it reads, and in the next cycle it is done (`fires`). A branch that is taken, a call and a return cost a cycle.
 */
export const sequencer = (program: MicroProgram) => {
  const address = uint(addressBits(program)), thread = uint(threadBits), MicroWord = microWord(program)
  const { operations } = program
  const words = operations.map(encodeWord)
  const remarks = operations.map((o) => [...o.labels.map((l) => `${l}:`), o.text].join(' '))
  const waitBits = { accessed: input(bit), loader: input(bit), sent: input(bit), storer: input(bit), taken: input(bit), stored: input(bit), beat: input(bit) }
  const entry = (name: keyof typeof threadEntries): number => addressOf(threadEntries[name], program)
  const homes: Record<Thread, number> = { command: entry('boot'), sender: entry('sender'), receiver: entry('receiver'), ender: entry('ender'), watcher: entry('watcher') }
  return module('sequencer', {
    /** Whether the branch of the operation that is done now is taken. */
    branches: input(bit),
    // work for a thread at home, and what ends the waits of that name
    work: input(uint(threadNames.length)), ...waitBits,
    /** Where the command at hand begins. */
    entry: input(address),
    /** A thread begins or goes on in the next cycle: which, and whether from home. */
    picks: output(bit), picked: output(thread), fromHome: output(bit),
    /** The operation that is fetched, and the one that is done now; `fires`: its operations are done, its branch is not taken. */
    fetch: output(MicroWord), op: output(MicroWord), fires: output(bit), executes: output(bit),
    /** The thread of the command is at work. */
    serving: output(bit),
    /** A line is fetched that is to be done. */
    fetches: output(bit),
    /** Threads that are not at home. */
    away: output(uint(threadNames.length)),
    thread: output(thread),
    /** For coverage: the address of the operation that is done. */
    address: output(address),
    code: rom({ of: MicroWord, words, remarks }),
    running: register(bit, 0), at: register(thread, 0),
    /** The address that is fetched, whether it counts; the same of the operation that is done now. */
    pc: register(address, 0), fetched: register(bit, 0), donePc: register(address, 0), done: register(MicroWord, 'none'), valid: register(bit, 0),
    /** Where `return` goes. */
    link: register(address, 0),
    out: register(uint(threadNames.length), 0), booted: register(bit, 0),
    saved: register(vec(threadNames.length, address), 'none'), waiting: register(vec(threadNames.length, waitShape), 'none'),
  }, (x, { assign, when }) => {
    const { code, running, at, pc, done, link, out, saved, waiting } = x
    const wakes = threadNames.map((name, i) => {
      const own = (Object.keys(waitBits) as Wait[]).filter((w) => waitsOf(name).includes(w))
      const away = own.length === 0 ? lit(1, 0) : any(...own.map((w) => waiting.at(i).is(w).and(x[w] as Bit)))
      return [`wake_${name}`, mux(out.bit(i), away, x.work.bit(i))] as const
    })
    const n = threadNames.length
    // After a reset the command's thread runs first, whatever work there is: it is the one that boots.
    const { wake } = named({ wake: mux(x.booted, cat(...Object.values(named(Object.fromEntries(wakes))).toReversed()) as Uint<any>, only(lit(threadBits, threadNumber('command')))) })
    const { later } = named({ later: wake.and(lit(n + 1, 2n ** BigInt(n + 1) - 1n).shiftLeft(at).shiftLeft(1).truncate(n)) })
    const { next, picks } = named({ next: mux(all(later.ne(0), wake.bit(threadNumber('command')).not()), lowest(later, threadBits), lowest(wake, threadBits)), picks: all(running.not(), wake.ne(0)) })
    const entries = threadNames.map((name, i) => (name === 'command' ? mux(x.booted, x.entry, lit(address, homes.command)) : lit(address, Object.values(homes)[i]!)))
    const home = entries.reduce<Uint<any>>((v, e, i) => mux(next.eq(i), e, v), entries[0]!)
    const { begin } = named({ begin: mux(out.at(next), saved.at(next), home) })
    const { taken, fires } = named({ taken: all(x.valid, x.branches), fires: all(x.valid, x.branches.not().or(done.both)) })
    const { returns, rests } = named({ returns: all(fires, done.flow.is('return')), rests: all(fires, done.flow.isIn('home', 'wait')) })
    const { follow } = named({ follow: mux(picks, begin, mux(returns, link, mux(taken, done.target, pc.add(1)))) })
    const jumps = any(taken, returns)
    return [
      assign({ picks, picked: next, fromHome: out.at(next).not(), fetch: code.data, op: done, fires, executes: x.valid, serving: all(running, at.eq(threadNumber('command'))), fetches: x.fetched, away: out, thread: at, address: x.donePc }),
      when(any(picks, running), { pc: follow, code: read(follow) }),
      when(picks, { running: 1, at: next, fetched: 1, valid: 0 }),
      when(running, { donePc: pc, done: code.data, valid: all(x.fetched, jumps.not(), rests.not()), fetched: rests.not() }),
      when(all(fires, done.flow.is('call')), { link: pc }),
      when(rests, { running: 0, saved: write(at, pc), waiting: write(at, done.wait), out: mux(done.flow.is('home'), out.and(only(at).not()), out.or(only(at))) }),
      when(rests, { booted: 1 }),
    ]
  }, { doc: 'the sequencer of the microcode' })
}
const waitsOf = (t: Thread): readonly Wait[] => waits.filter((w) => w.thread === t).map((w) => w.name)
const only = (i: Uint<any>) => lit(threadNames.length, 1).shiftLeft(i)
