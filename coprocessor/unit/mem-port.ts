// Owns: the memory port: who may ask, and the quiet gaps that let LR/SC on the same hart end.
import { all, any, bit, enumeration, indexBits, input, lit, module, mux, named, output, register, sink, source, uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { loadRequest, memoryRequest } from './shapes.ts'

const asker = enumeration('asker', ['load', 'store', 'single'])

/** Accesses in flight at once: so many loads, so many stores, one of a command. */
const mostFlying = (p: Parameters): number => 2 * p.loadsInFlight + 1

/**
 * Joins the access of a command, stores and loads, in this order. A request that was offered stands until it is taken or the loader is stopped.
 * The port is used while a request stands or is not answered. `burst` cycles after its first use no further request is offered, and when all are answered
 * it stays unused for `quiet` cycles, by which LR/SC of the hart end. It may use them before: so many unused cycles at a stretch, and the next use is the first.
 */
export const memPort = (p: Parameters) => module('mem_port', {
  load: sink(loadRequest(p)),
  store: sink(memoryRequest(p)),
  single: sink(memoryRequest(p)),
  req: source(memoryRequest(p)),
  answered: input(bit),
  /** Nobody may ask any more. */
  dead: input(bit),
  /** An access waits for memory. */
  used: output(bit),
  /** It counts cycles, used or not. */
  counts: output(bit),
  standing: register(bit, 0),
  stands: register(asker, 'load'),
  flying: register(uint(indexBits(mostFlying(p) + 1)), 0),
  /** Cycles since the first use, up to `burst`; 0: there was none. */
  since: register(uint(16), 0),
  /** Unused cycles that are still to come. */
  rest: register(uint(8), 0),
}, ({ load, store, single, req, answered, dead, standing, stands, flying, since, rest }, { assign, when }) => {
  const { first } = named({ first: mux(single.valid, lit(asker, 'single'), mux(store.valid, lit(asker, 'store'), lit(asker, 'load'))) })
  const { open } = named({ open: all(dead.not(), any(since.ne(p.burst), standing)) })
  const { turn } = named({ turn: mux(standing, stands, first) })
  const { ofSingle, ofStore } = named({ ofSingle: turn.is('single'), ofStore: turn.is('store') })
  const { uses } = named({ uses: any(req.valid, flying.ne(0)) })
  const l = load.payload, s = store.payload, one = single.payload
  return [
    assign({
      req: {
        valid: all(open, mux(ofSingle, single.valid, mux(ofStore, store.valid, load.valid))),
        payload: {
          addr: mux(ofSingle, one.addr, mux(ofStore, s.addr, l.addr)), tag: mux(ofSingle, one.tag, mux(ofStore, s.tag, l.tag)), store: mux(ofSingle, one.store, ofStore),
          size: mux(ofSingle, one.size, mux(ofStore, s.size, lit(2, 3))), data: mux(ofSingle, one.data, s.data),
        },
      },
      load: { ready: all(open, req.ready, turn.is('load')) },
      store: { ready: all(open, req.ready, ofStore) },
      single: { ready: all(open, req.ready, ofSingle) },
      used: uses, counts: rest.ne(0),
    }),
    { standing: all(req.valid, req.ready.not()), stands: turn },
    when(all(req.fire, answered.not()), { flying: flying.add(1) }).elseWhen(all(answered, req.fire.not(), flying.ne(0)), { flying: flying.sub(1) }),
    // Without a gap there is nothing to count.
    ...(p.quiet === 0 ? [] : [
      when(uses, { rest: p.quiet }).elseWhen(rest.ne(0), { rest: rest.sub(1) }),
      when(all(uses.not(), rest.le(1)), { since: 0 }).elseWhen(all(any(uses, since.ne(0)), since.ne(p.burst)), { since: since.add(1) }),
    ]),
  ]
}, { doc: `memory port: quiet for ${p.quiet} cycles after ${p.burst} of use` })
