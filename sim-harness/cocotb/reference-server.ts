// Owns: the reference for benches in other languages: a machine to ask for expected values, an observer, and hosts with an Oracle, each under a number.
import type { Beat } from '../../coprocessor/link/codec.ts'
import { decodeFrame, encodeFrame } from '../../coprocessor/link/codec.ts'
import { isaVersion } from '../../coprocessor/isa/version.ts'
import { UnitModel } from '../../coprocessor/machine/unit-model.ts'
import { parameterHash } from '../../coprocessor/parameter-hash.ts'
import { parseParameters } from '../../coprocessor/parameter-text.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { BridgeHost, type HostNote } from '../bridge/host.ts'
import type { Oracle } from '../bridge/oracle.ts'
import { openOracle } from '../bridge/oracles/index.ts'
import { HarnessError } from '../errors.ts'
import { ByteMemory } from '../memory/byte-memory.ts'
import { ObserverDifference } from '../observer/difference.ts'
import { Observer } from '../observer/observer.ts'
import { requestSchema, type Op, type Request } from './requests.ts'

interface Machine { readonly kind: 'machine'; readonly model: UnitModel; readonly memory: ByteMemory }
interface Watching { readonly kind: 'observer'; readonly observer: Observer; readonly remarks: string[]; difference?: string }
interface Hosting { readonly kind: 'host'; readonly host: BridgeHost; readonly oracle: Oracle; readonly notes: HostNote[] }
type Thing = Machine | Watching | Hosting

const hex = (value: bigint): string => `0x${BigInt.asUintN(64, value).toString(16)}`
const beatOut = ({ data, keep, last }: Beat) => [hex(data), keep, last] as const
const wrong = (message: string): HarnessError => new HarnessError('SIM5001', message, 'see `archnights reference --help` and the how-to about cocotb')

/** @throws HarnessError SIM5001 for settings that name no unit */
function parametersOf(settings: readonly string[]): Parameters {
  try {
    return parseParameters(settings)
  } catch (error) {
    throw wrong((error as Error).message)
  }
}

/** Answers requests one after another. What a request made lives until it is closed. */
export class ReferenceServer {
  readonly #things = new Map<number, Thing>()
  #last = 0

  /** The answer to one line, as a line without its end: an object, or `{"error": {code, message, help}}`. Never rejects. */
  async answer(line: string): Promise<string> {
    try {
      return JSON.stringify(await this.#do(parse(line)))
    } catch (error) {
      const { code = 'SIM5001', message, help = '' } = error as Partial<HarnessError> & Error
      return JSON.stringify({ error: { code, message, help } })
    }
  }

  /** Ends every host and its Oracle. */
  async close(): Promise<void> {
    for (const id of [...this.#things.keys()]) await this.#close(id)
  }

  #make(thing: Thing): { readonly id: number } {
    this.#things.set(++this.#last, thing)
    return { id: this.#last }
  }

  #find<K extends Thing['kind']>(id: number, kind: K): Extract<Thing, { kind: K }> {
    const thing = this.#things.get(id)
    if (thing?.kind !== kind) throw wrong(thing === undefined ? `nothing has the number ${id}` : `${id} is a ${thing.kind}, not a ${kind}`)
    return thing as Extract<Thing, { kind: K }>
  }

  async #close(id: number): Promise<void> {
    const thing = this.#things.get(id)
    this.#things.delete(id)
    if (thing?.kind !== 'host') return
    try {
      await thing.host.close()
    } finally {
      await thing.oracle.dispose()
    }
  }

  async #do(r: Request): Promise<object> {
    const does: { readonly [K in Op]: (r: Extract<Request, { op: K }>) => object | Promise<object> } = {
      machine: ({ settings }) => {
        const parameters = parametersOf(settings), memory = new ByteMemory(Number(parameters.cacheableLow), Number(parameters.cacheableHigh))
        const facts = { version: BigInt(isaVersion), parametersHash: parameterHash(parameters) }
        return this.#make({ kind: 'machine', model: new UnitModel({ parameters, memory, facts }), memory })
      },
      command: ({ id, command }) => {
        const value = this.#find(id, 'machine').model.command(command)
        return value === 'waits' ? { waits: true } : { waits: false, ...(value === undefined ? {} : { rd: hex(value) }) }
      },
      receive: ({ id, beats }) => {
        for (const beat of beats) this.#find(id, 'machine').model.receive(beat)
        return {}
      },
      frames: ({ id }) => {
        const { model } = this.#find(id, 'machine'), frames: (readonly (readonly [string, number, boolean])[])[] = []
        for (let frame = model.send(); frame !== undefined; frame = model.send()) frames.push(encodeFrame(frame).map(beatOut))
        return { frames }
      },
      releases: ({ id }) => ({ releases: this.#find(id, 'machine').model.releases().map(({ rd, value }) => ({ rd, data: hex(value) })) }),
      state: ({ id, slot }) => {
        const { model } = this.#find(id, 'machine')
        if (slot >= model.parameters.slots) throw wrong(`no slot ${slot}: there are ${model.parameters.slots}`)
        const { status, colour, base, top, limit, held, seen, oracle, sequence, budget, watchdog, cached, counters } = model.slot(slot)
        return { status, colour, base, top, limit, held, seen, oracle, sequence, budget, watchdog, cached, counters, interrupt: model.interrupt, dropped: model.dropped, session: model.session }
      },
      exception: ({ id }) => (this.#find(id, 'machine').model.exception(), {}),
      expire: ({ id, slot }) => (this.#find(id, 'machine').model.expire(slot), {}),
      read: ({ id, address, length }) => ({ bytes: Buffer.from(this.#find(id, 'machine').memory.read(Number(address), length)).toString('hex') }),
      write: ({ id, address, bytes }) => (this.#find(id, 'machine').memory.write(Number(address), bytes), {}),
      observer: ({ settings }) => {
        const remarks: string[] = []
        return this.#make({ kind: 'observer', remarks, observer: new Observer({ parameters: parametersOf(settings), remark: (text) => remarks.push(text) }) })
      },
      observe: ({ id, events }) => this.#watch(id, (observer) => { for (const e of events) observer.observe(plain(e)) }),
      wrote: ({ id, address, bytes }) => this.#watch(id, (observer) => observer.hartWrite(address, bytes)),
      finish: ({ id, drained }) => this.#watch(id, (observer) => observer.finish(drained)),
      host: async ({ settings, oracle: spec, session }) => {
        const { yieldSymbol, recordMarks } = parametersOf(settings)
        const oracle = await openOracle(spec, { symbols: { yieldSymbol, marks: recordMarks as [number, number, number] } })
        const notes: HostNote[] = []
        try {
          return this.#make({ kind: 'host', oracle, notes, host: new BridgeHost({ oracle, session, report: (note) => notes.push(note) }) })
        } catch (error) {
          await oracle.dispose()
          throw error
        }
      },
      arrived: ({ id, beats, cycle }) => (this.#find(id, 'host').host.receive(decodeFrame(beats), cycle), {}),
      next: async ({ id }) => {
        const timed = await this.#find(id, 'host').host.next()
        return timed === null ? {} : { beats: timed.beats.map(beatOut), earliest: timed.earliest }
      },
      taken: ({ id, cycle }) => (this.#find(id, 'host').host.taken(cycle), {}),
      renew: ({ id, cycle }) => (this.#find(id, 'host').host.renew(cycle), {}),
      notes: ({ id }) => ({ notes: this.#find(id, 'host').notes.splice(0) }),
      close: async ({ id }) => (await this.#close(id), {}),
    }
    return (does[r.op] as (r: Request) => object | Promise<object>)(r)
  }

  /** A difference stays one: what comes behind it is not looked at. */
  #watch(id: number, work: (observer: Observer) => void): object {
    const watching = this.#find(id, 'observer')
    if (watching.difference === undefined) {
      try {
        work(watching.observer)
      } catch (error) {
        if (!(error instanceof ObserverDifference)) throw error
        watching.difference = error.message
      }
    }
    const remarks = watching.remarks.splice(0)
    return { ...(watching.difference === undefined ? {} : { difference: watching.difference }), ...(remarks.length === 0 ? {} : { remarks }) }
  }
}

/** Without the keys that are there and undefined. */
const plain = <T extends object>(o: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

/** @throws HarnessError SIM5001 that names what is wrong */
function parse(line: string): Request {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw wrong('a line is no JSON')
  }
  const parsed = requestSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw wrong(`${path.length === 0 ? 'the request' : path.join('.')}: ${message}`)
}
