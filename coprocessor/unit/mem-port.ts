// Owns: the memory port: who may ask, and the quiet gaps that let LR/SC on the same hart end.
import { all, bit, enumeration, input, lit, module, mux, named, register, sink, source, uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { loadRequest, memoryRequest } from './shapes.ts'

const asker = enumeration('asker', ['load', 'store', 'single'])

/**
 * Joins the access of a command, stores and loads, in this order. A request that was offered stands until it is taken or the loader is stopped.
 * After `burst` requests there are `quiet` cycles without one.
 */
export const memPort = (p: Parameters) => module('mem_port', {
  load: sink(loadRequest(p)),
  store: sink(memoryRequest(p)),
  single: sink(memoryRequest(p)),
  req: source(memoryRequest(p)),
  /** Nobody may ask any more. */
  dead: input(bit),
  standing: register(bit, 0),
  stands: register(asker, 'load'),
  used: register(uint(16), 0),
  rest: register(uint(8), 0),
}, ({ load, store, single, req, dead, standing, stands, used, rest }, { assign, when }) => {
  const { first, open } = named({ first: mux(single.valid, lit(asker, 'single'), mux(store.valid, lit(asker, 'store'), lit(asker, 'load'))), open: all(rest.eq(0), dead.not()) })
  const { turn } = named({ turn: mux(standing, stands, first) })
  const { ofSingle, ofStore } = named({ ofSingle: turn.is('single'), ofStore: turn.is('store') })
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
    }),
    { standing: all(req.valid, req.ready.not()), stands: turn },
    when(req.fire, { used: used.add(1) }),
    when(all(req.fire, used.eq(p.burst - 1)), { used: 0, rest: p.quiet }),
    when(rest.ne(0), { rest: rest.sub(1) }),
  ]
}, { doc: `memory port: ${p.burst} requests, then ${p.quiet} cycles of quiet` })
