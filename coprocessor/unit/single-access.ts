// Owns: the one memory access of a command: a symbol of a history, read or pushed.
import { all, any, bit, input, lit, module, named, output, register, replicate, source, uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { MemoryAnswer, memoryRequest, singleTagBit, storeTagBit } from './shapes.ts'

/** On `start` reads the byte at `addr`, or writes `symbol` there if `store`. `busy` until memory has answered; then `value` is the byte read. */
export const singleAccess = (p: Parameters) => module('single_access', {
  start: input(bit), addr: input(uint(p.addrWidth)), store: input(bit), symbol: input(uint(8)),
  busy: output(bit), value: output(uint(8)),
  req: source(memoryRequest(p)),
  answered: input(bit), answer: input(MemoryAnswer),
  at: register(uint(p.addrWidth), 'none'), writes: register(bit, 'none'), datum: register(uint(8), 'none'),
  asks: register(bit, 0), flies: register(bit, 0),
}, ({ start, addr, store, symbol, req, answered, answer, at, writes, datum, asks, flies }, { assign, when }) => {
  const { mine } = named({ mine: answered.and(answer.tag.bit(singleTagBit)) })
  return [
    assign({
      req: {
        valid: asks,
        payload: {
          addr: at, tag: lit(6, 1 << singleTagBit).or(writes.extend(6).shiftLeft(storeTagBit)), store: writes, size: 0,
          data: replicate(8, datum).truncate(64),
        },
      },
      busy: any(asks, flies), value: datum,
    }),
    when(req.fire, { asks: 0 }),
    when(all(mine, writes.not()), { datum: answer.data.truncate(8) }),
    when(mine, { flies: 0 }),
    when(start, { at: addr, writes: store, datum: symbol, asks: 1, flies: 1 }),
  ]
}, { doc: 'the one memory access of a command' })
