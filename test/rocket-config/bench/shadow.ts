// Owns: what memory holds by what the bench's outputs say took effect: the hart's stores, and those of the unit with their answers.
import { region } from './store-program.ts'
import type { Values } from './run-bench.ts'

interface Access { readonly offset: number; readonly bytes: number; readonly store: boolean; readonly data: bigint }

/** Of the region of a store program. Told every cycle in which one of the outputs `shadowWatches` is 1. */
export class Shadow {
  readonly bytes = new Uint8Array(region.bytes)
  readonly counts = { hartStores: 0, unitLoads: 0, unitStores: 0 }
  /** Loads of the unit that brought something else. */
  readonly wrong: string[] = []
  private readonly inFlight = new Map<number, Access>()

  take(cycle: number, values: Values): void {
    if (values('mem_resp_valid') === 1n) this.answer(cycle, Number(values('mem_resp_tag')), values('mem_resp_data'))
    if (values('mem_req_valid') === 1n && values('mem_req_ready') === 1n) {
      this.inFlight.set(Number(values('mem_req_tag')), {
        offset: Number(values('mem_req_addr') - region.base), bytes: 1 << Number(values('mem_req_size')), store: values('mem_req_store') === 1n, data: values('mem_req_data'),
      })
    }
    if (values('hart_store_valid') === 1n) {
      this.counts.hartStores++
      this.write(Number(values('hart_store_addr') - region.base), Number(values('hart_store_mask')), values('hart_store_data'))
    }
  }

  private answer(cycle: number, tag: number, data: bigint): void {
    const access = this.inFlight.get(tag)
    if (!access) {
      this.wrong.push(`cycle ${cycle}: an answer with tag ${tag}, which is not in flight`)
      return
    }
    this.inFlight.delete(tag)
    const { offset, bytes, store } = access
    if (store) {
      this.counts.unitStores++
      this.write(offset, 2 ** bytes - 1, access.data)
      return
    }
    this.counts.unitLoads++
    const due = this.bytes.subarray(offset, offset + bytes).reduceRight((value, b) => value << 8n | BigInt(b), 0n)
    const seen = BigInt.asUintN(8 * bytes, data)
    if (seen !== due) this.wrong.push(`cycle ${cycle}: ${bytes} bytes at ${offset}: ${seen.toString(16)}, memory should have ${due.toString(16)}`)
  }

  private write(offset: number, mask: number, data: bigint): void {
    for (let n = 0; n < 8; n++) if (mask >> n & 1) this.bytes[offset + n] = Number(data >> BigInt(8 * n) & 0xffn)
  }
}

export const shadowWatches = ['hart_store_valid', 'mem_req_valid', 'mem_resp_valid'] as const
