// Owns: several streams to one of bundles.
import { all, bundle, module, sink, source } from '../dsl/index.ts'
import type { BundleClass, Shape, Sink, Source, Module } from '../dsl/index.ts'
import { wants, wantsItem } from './check.ts'

/** The ports of a join: a sink a field, and `out`. */
export type JoinPorts<F extends Record<string, Shape>, D extends string> = { readonly [K in keyof F]: Sink<F[K], D> } & { readonly out: Source<BundleClass<F>, D> }

/** One element of each stream together makes one of `out`, whose fields have the names of the streams: `join('j', { a: uint(8), b: bit })` has sinks `a` and `b`. */
export function join<const F extends Record<string, Shape>, const D extends string = 'clk'>(name: string, fields: F, domain: D = 'clk' as D): Module<JoinPorts<F, D>> {
  const what = `join \`${name}\``
  wants(typeof fields === 'object' && fields !== null && !Array.isArray(fields) && Object.keys(fields).length > 0, `${what} joins streams by name, not ${Array.isArray(fields) ? 'an array' : 'nothing'}`, 'name them with the shapes of their elements: { a: uint(8), b: bit }')
  for (const [k, item] of Object.entries(fields)) wantsItem(item, `\`${k}\` of ${what}`, domain)
  const together = bundle(fields)
  const names = Object.keys(fields)
  const ports = { ...Object.fromEntries(names.map((k) => [k, sink(fields[k]!, domain)])), out: source(together, domain) } as unknown as JoinPorts<F, D>
  return module(name, ports as never, (x, { assign }) => {
    const ins = names.map((k) => (x as any)[k])
    const { out } = x as any
    const others = (k: number) => all(out.ready, ...ins.filter((_, i) => i !== k).map((i) => i.valid))
    return [assign({
      out: { valid: all(...ins.map((i) => i.valid)), payload: Object.fromEntries(names.map((k, i) => [k, ins[i].payload])) },
      ...Object.fromEntries(names.map((k, i) => [k, { ready: others(i) }])),
    } as never)]
  }, { doc: `one element of each of ${names.join(', ')} makes one` })
}
