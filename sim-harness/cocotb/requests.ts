// Owns: what a bench in another language may ask: the shape of every request, one JSON object a line. Words of 64 bits and bytes are text in hexadecimal.
import { z } from 'zod'

const whole = z.number().int().nonnegative()
const word = z.string().regex(/^0x[0-9a-f]{1,16}$/).transform((text) => BigInt(text))
const bytes = z.string().regex(/^([0-9a-f]{2})*$/).transform((text) => new Uint8Array(Buffer.from(text, 'hex')))
const id = whole
const slot = whole
/** data, keep, last */
const beat = z.tuple([word, z.number().int().min(0).max(255), z.boolean()]).transform(([data, keep, last]) => ({ data, keep, last }))
const command = z.strictObject({
  funct7: z.number().int().min(0).max(127), xd: z.boolean(), xs1: z.boolean(), xs2: z.boolean(), rd: z.number().int().min(0).max(31), rs1: word, rs2: word, prv: z.number().int().min(0).max(3),
})
const event = z.strictObject({
  cycle: whole, exception: z.boolean(), interrupt: z.boolean(), busy: z.boolean(),
  command: command.optional(), response: z.strictObject({ rd: whole, data: word }).optional(),
  memoryRequest: z.strictObject({ store: z.boolean(), address: word, bytes: whole, tag: whole, data: word }).optional(),
  memoryResponse: z.strictObject({ tag: whole, data: word }).optional(),
  toHost: beat.optional(), fromHost: beat.optional(),
})
const settings = z.array(z.string())

/** `settings`: generator parameters as `name=value`. `id`: what the request that made it answered. */
export const requestSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('machine'), settings }),
  z.strictObject({ op: z.literal('command'), id, command }),
  z.strictObject({ op: z.literal('receive'), id, beats: z.array(beat) }),
  z.strictObject({ op: z.literal('frames'), id }),
  z.strictObject({ op: z.literal('releases'), id }),
  z.strictObject({ op: z.literal('state'), id, slot }),
  z.strictObject({ op: z.literal('exception'), id }),
  z.strictObject({ op: z.literal('expire'), id, slot }),
  z.strictObject({ op: z.literal('read'), id, address: word, length: z.number().int().min(0).max(2 ** 24) }),
  z.strictObject({ op: z.literal('write'), id, address: word, bytes }),
  z.strictObject({ op: z.literal('observer'), settings }),
  z.strictObject({ op: z.literal('observe'), id, events: z.array(event) }),
  z.strictObject({ op: z.literal('wrote'), id, address: word, bytes }),
  z.strictObject({ op: z.literal('finish'), id, drained: z.boolean() }),
  z.strictObject({ op: z.literal('host'), settings, oracle: z.string().min(1), session: whole }),
  z.strictObject({ op: z.literal('arrived'), id, beats: z.array(beat), cycle: whole }),
  z.strictObject({ op: z.literal('next'), id }),
  z.strictObject({ op: z.literal('taken'), id, cycle: whole }),
  z.strictObject({ op: z.literal('renew'), id, cycle: whole }),
  z.strictObject({ op: z.literal('notes'), id }),
  z.strictObject({ op: z.literal('close'), id }),
])
export type Request = z.infer<typeof requestSchema>
export type Op = Request['op']
