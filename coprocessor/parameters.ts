// Owns: the generator parameters: one schema gives types, ranges, defaults, help, errors and the metadata beside the Verilog.
import { z } from 'zod'
import { recordLayout } from './isa/cause.ts'

const whole = (low: number, high: number) => z.number().int().min(low).max(high)
const address = z.bigint().min(0n).max((1n << 56n) - 1n)
const symbol = whole(0, 255)

/** C0, C1 and F5..FF never occur in UTF-8: only these can stand for something else than text. */
const neverText = (v: number) => v === 0xc0 || v === 0xc1 || v >= 0xf5

/** A segment is no longer, so what a run appends fits into its record. */
const mostCacheable = (1n << BigInt(recordLayout.appended.width)) - 4096n

export const parameterSchema = z.object({
  slots: whole(1, 16).default(8).describe('entries of the slot table')
    .meta({ costs: '4,096 bits of RAM and some 23 flip-flops each; LUTs: [area](measurements/area.md). A watchdog may be noticed 128 clock cycles later for each' }),
  addrWidth: whole(32, 40).default(40).describe('bits of a physical address at the memory port').meta({ costs: 'some 4 flip-flops a bit' }),
  dataWidth: z.literal(64).default(64).describe('bits of a word at the memory port and of the core\'s registers').meta({ costs: '-' }),
  cacheableLow: address.default(0x8000_0000n).describe('first address of the cacheable range in which the window must lie; 4 KiB aligned')
    .meta({ costs: 'nothing: a constant that `owindow` compares with' }),
  cacheableHigh: address.default(0x1_0000_0000n).describe('address behind the cacheable range; 4 KiB aligned').meta({ costs: 'nothing: a constant that `owindow` compares with' }),
  yieldSymbol: symbol.refine(neverText, 'it must be a byte that never occurs in UTF-8: C0, C1 or F5 to FF').default(0xff).describe('the symbol that ends an answer and gives control back')
    .meta({ costs: 'nothing: a constant' }),
  recordMarks: z.array(symbol.refine(neverText, 'it must be a byte that never occurs in UTF-8: C0, C1 or F5 to FF')).length(3).default([0xf8, 0xf9, 0xfa]).describe('symbols that open a record of the system, of the Priestess or a tool, of an Oracle; outside the answer alphabet')
    .meta({ costs: 'nothing: constants' }),
  minPrivilege: z.union([z.literal(0), z.literal(1), z.literal(3)]).default(3).describe('lowest privilege that may use the unit: 0 user, 1 supervisor, 3 machine')
    .meta({ costs: 'nothing: a constant' }),
  loadsInFlight: z.union([z.literal(2), z.literal(4), z.literal(8), z.literal(16)]).default(8).describe('loads in flight, and as many stores, each with a tag of its own')
    .meta({ costs: '64 bits of RAM and some 3 flip-flops each; a memory of a latency of n cycles gives at most so many words in n cycles. Rocket\'s replay queue holds 2 or 3' }),
  burst: whole(1, 65535).default(2048).describe('clock cycles of use of the memory port after which it is quiet for a while')
    .meta({ costs: 'the longer, the less of a stream is lost, and the longer the hart waits: a lock by LR/SC is taken within burst + quiet + 400 cycles ([a program beside a stream](measurements/beside.md))' }),
  quiet: whole(0, 255).default(80).describe('clock cycles without an access after a burst, so that LR/SC on the same hart ends; 0: no gaps')
    .meta({ costs: 'a stream rests for quiet of burst + quiet cycles ([bandwidth](measurements/bandwidth.md)); below 80 a pair of LR and SC whose line was put out may not end in a gap. With `burst` 24 flip-flops; 0: none' }),
  memoryCycles: whole(16, 2 ** 31 - 1).default(2 ** 20).describe('clock cycles without an answer while accesses are in flight, after which the memory port is dead')
    .meta({ costs: 'a flip-flop a bit; a memory that takes longer is taken for dead' }),
  watchdogCycles: whole(1, 2 ** 47).default(2 ** 32).describe('default watchdog of a slot, in clock cycles without a new symbol').meta({ costs: 'nothing: what the word of a slot begins with' }),
  chunkBytes: z.union([z.literal(8), z.literal(16), z.literal(32), z.literal(64), z.literal(128), z.literal(256)]).default(256).describe('most bytes of a query chunk on the link')
    .meta({ costs: 'three beats beside each chunk: of 8 bytes a cycle on the link 8 chunk / (chunk + 24) are history; a frame of another slot waits for the chunk at hand' }),
  txDepth: whole(2, 256).default(16).describe('beats that wait for the link to the host').meta({ costs: '73 bits of RAM a beat; so long may the host look away before a stream stops' }),
  rxDepth: whole(2, 256).default(16).describe('beats from the host that wait for the unit').meta({ costs: '73 bits of RAM a beat' }),
}).strict().superRefine((p, context) => {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (p.cacheableLow % 4096n !== 0n) issue('cacheableLow', 'it must be a multiple of 4096')
  if (p.cacheableHigh % 4096n !== 0n) issue('cacheableHigh', 'it must be a multiple of 4096')
  if (p.cacheableLow >= p.cacheableHigh) issue('cacheableHigh', 'it must lie above cacheableLow')
  if (p.cacheableHigh - p.cacheableLow > mostCacheable) issue('cacheableHigh', 'it must lie at most 2^39 - 4096 above cacheableLow: a trap record tells no more symbols')
  if (p.cacheableHigh >= 1n << BigInt(p.addrWidth)) issue('cacheableHigh', `it must lie below 2^addrWidth, addrWidth is ${p.addrWidth}: the address behind a segment has to fit`)
  if (new Set([p.yieldSymbol, ...p.recordMarks]).size !== 4) issue('recordMarks', 'the marks and the yield symbol must be four different bytes')
})

/** All parameters of one generated unit. Addresses are bigint, in bytes. */
export type Parameters = z.infer<typeof parameterSchema>
/** @throws ZodError naming the parameter and what it must be. */
export const parameters = (given: Partial<Parameters> = {}): Parameters => parameterSchema.parse(given)
