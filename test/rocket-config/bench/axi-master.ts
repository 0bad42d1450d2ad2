// Owns: a master for tests of the bench's AXI4 slaves: whole bursts, one clock cycle a step, with readies that it drops at will.
import type { Engine } from '../../../sim-harness/engines/engine.ts'
import { fieldNamed, getField, setField, type PortField, type PortLayout } from '../../../sim-harness/engines/layout.ts'

export interface Burst { readonly id: number; readonly addr: bigint; /** Beats, 1 to 256. */ readonly beats: number; /** log2 of the bytes of a beat. */ readonly size: number; readonly burst: number }
export const burstKinds = { fixed: 0, incr: 1, wrap: 2 } as const
export interface ReadBeat { readonly id: number; readonly data: bigint; readonly resp: number; readonly last: boolean; readonly cycle: number }

const request = (prefix: string): [string, number][] => [[`${prefix}_valid`, 1], [`${prefix}_id`, 4], [`${prefix}_addr`, 64], [`${prefix}_len`, 8], [`${prefix}_size`, 3], [`${prefix}_burst`, 2]]
const inputs: [string, number][] = [...request('aw'), ['w_valid', 1], ['w_data', 64], ['w_strb', 8], ['w_last', 1], ['b_ready', 1], ...request('ar'), ['r_ready', 1]]
const outputs: [string, number][] = [['aw_ready', 1], ['w_ready', 1], ['b_valid', 1], ['b_id', 4], ['b_resp', 2], ['ar_ready', 1], ['r_valid', 1], ['r_id', 4], ['r_data', 64], ['r_resp', 2], ['r_last', 1]]

/** More outputs of the top beside the bus. */
export function axiLayout(top: string, more: readonly (readonly [string, number])[] = []): PortLayout {
  const place = (ports: readonly (readonly [string, number])[], direction: PortField['direction']): { fields: PortField[]; words: number } => {
    let word = 0
    const fields = ports.map(([name, width]): PortField => {
      const words = Math.ceil(width / 32)
      word += words
      return { name, path: name, direction, width, word: word - words, words }
    })
    return { fields, words: word }
  }
  const ins = place(inputs, 'input'), outs = place([...outputs, ...more], 'output')
  return { top, clock: 'clock', reset: 'reset', inputs: ins.fields, inputWords: ins.words, outputs: outs.fields, outputWords: outs.words }
}

export class AxiMaster {
  cycle = 0
  private readonly engine: Engine
  private readonly frame: Uint32Array
  private outputs: Uint32Array
  constructor(engine: Engine) {
    this.engine = engine
    this.frame = new Uint32Array(engine.layout.inputWords)
    this.outputs = new Uint32Array(engine.layout.outputWords)
  }

  set(name: string, value: bigint | number | boolean): void { setField(this.frame, fieldNamed(this.engine.layout, name), BigInt(value)) }
  get(name: string): bigint { return getField(this.outputs, fieldNamed(this.engine.layout, name)) }

  /** One cycle; the outputs are those of this cycle. */
  async step(): Promise<void> {
    this.outputs = (await this.engine.run(this.frame, 1)).outputs.slice()
    this.cycle++
  }

  /** Offers a request until it is taken. @returns the cycle in which it was */
  async ask(prefix: 'ar' | 'aw', { id, addr, beats, size, burst }: Burst): Promise<number> {
    for (const [name, value] of [['id', id], ['addr', addr], ['len', beats - 1], ['size', size], ['burst', burst], ['valid', 1]] as const) this.set(`${prefix}_${name}`, value)
    do await this.step()
    while (this.get(`${prefix}_ready`) === 0n)
    this.set(`${prefix}_valid`, 0)
    return this.cycle - 1
  }

  /** Takes `count` beats; `ready` says before each cycle whether it takes one. */
  async beats(count: number, ready: () => boolean = () => true): Promise<ReadBeat[]> {
    const found: ReadBeat[] = []
    while (found.length < count) {
      const up = ready()
      this.set('r_ready', up)
      await this.step()
      if (up && this.get('r_valid') === 1n) found.push({ id: Number(this.get('r_id')), data: this.get('r_data'), resp: Number(this.get('r_resp')), last: this.get('r_last') === 1n, cycle: this.cycle - 1 })
    }
    this.set('r_ready', 0)
    return found
  }

  async read(burst: Burst, ready?: () => boolean): Promise<ReadBeat[]> {
    await this.ask('ar', burst)
    return await this.beats(burst.beats, ready)
  }

  /** @returns the response */
  async write(burst: Burst, beats: readonly { readonly data: bigint; readonly strobe: number }[], ready: () => boolean = () => true): Promise<{ id: number; resp: number }> {
    await this.ask('aw', burst)
    for (const [i, { data, strobe }] of beats.entries()) {
      while (!ready()) await this.step()
      this.set('w_valid', 1)
      this.set('w_data', data)
      this.set('w_strb', strobe)
      this.set('w_last', i === beats.length - 1)
      do await this.step()
      while (this.get('w_ready') === 0n)
      this.set('w_valid', 0)
    }
    for (;;) {
      const up = ready()
      this.set('b_ready', up)
      await this.step()
      if (!up || this.get('b_valid') === 0n) continue
      this.set('b_ready', 0)
      return { id: Number(this.get('b_id')), resp: Number(this.get('b_resp')) }
    }
  }
}
