// Owns: the memory port: who may ask, and the quiet gaps that let LR/SC on the same hart end.
import { all, bit, lit, module, mux, named, register, sink, source, uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { loadRequest, memoryRequest } from './shapes.ts'

/**
 * Joins loads and stores, stores first. A request that was offered stands until it is taken or the loader is stopped. After `burst` requests there are `quiet` cycles without one.
 */
export const memPort = (p: Parameters) => module('mem_port', {
  load: sink(loadRequest(p)),
  store: sink(memoryRequest(p)),
  req: source(memoryRequest(p)),
  standing: register(bit, 0),
  standingStore: register(bit, 0),
  used: register(uint(16), 0),
  rest: register(uint(8), 0),
}, ({ load, store, req, standing, standingStore, used, rest }, { assign, when }) => {
  const { choice, open } = named({ choice: mux(standing, standingStore, store.valid), open: rest.eq(0) })
  const l = load.payload, s = store.payload
  return [
    assign({
      req: {
        valid: all(open, mux(choice, store.valid, load.valid)),
        payload: {
          addr: mux(choice, s.addr, l.addr), tag: mux(choice, s.tag, l.tag), store: choice,
          size: mux(choice, s.size, lit(2, 3)), data: s.data,
        },
      },
      load: { ready: all(open, req.ready, choice.not()) },
      store: { ready: all(open, req.ready, choice) },
    }),
    { standing: all(req.valid, req.ready.not()), standingStore: choice },
    when(req.fire, { used: used.add(1) }),
    when(all(req.fire, used.eq(p.burst - 1)), { used: 0, rest: p.quiet }),
    when(open.not(), { rest: rest.sub(1) }),
  ]
}, { doc: `memory port: ${p.burst} requests, then ${p.quiet} cycles of quiet` })
