// Owns: what the lint rule must find, and what it must leave alone (eslint-plugin.test.ts reads the comments). Never run.
// @ts-nocheck: some forms are type errors too; the rule has to find all of them.
/* eslint-disable eqeqeq, @typescript-eslint/no-unused-vars, @typescript-eslint/switch-exhaustiveness-check -- mistakes are what this file is for */
import type { Bit, Enum, Fields, Uint, Vec } from '../../../rtl-gen/dsl/index.ts'
import { bit, bundle, uint } from '../../../rtl-gen/dsl/index.ts'

class Pair extends bundle({ x: bit, y: uint(4) }) {}
const byte = uint(8)
export function forms(a: Bit, b: Bit, n: Uint<8>, state: Enum<'idle' | 'busy'>, pair: Fields<typeof Pair, 'clk'>, many: Vec<typeof byte>, maybe: Bit | undefined, known: number) {
  let x: unknown
  let changing: any = n
  // Each in a function of its own: a loop that never ends leaves nothing to test after it.
  const found = [
    () => { if (a) x = 1 }, // finds if
    () => { while (a) x = 1 }, // finds while
    () => { do x = 1; while (a) }, // finds do
    () => { for (; a;) x = 1 }, // finds for
    () => { x = a ? 1 : 2 }, // finds ?:
    () => { x = a && b }, // finds &&
    () => { x = a || b }, // finds ||
    () => { x = !a }, // finds !
    () => { x = ~n }, // finds ~
    () => { x = -n }, // finds -
    () => { x = a === b }, // finds ===
    () => { x = a !== b }, // finds !==
    () => { x = n == 3 }, // finds ==
    () => { x = 3 < n }, // finds <
    () => { x = n + 1 }, // finds +
    () => { switch (state) { default: x = 1 } }, // finds switch
    () => { x = `${n}` }, // finds a template
    () => { switch (true) { case a: x = 1 } }, // finds case
    () => { x = n >= 3 }, // finds >=
    () => { x = n << 1 }, // finds <<
    () => { if (pair) x = 1 }, // finds if
    () => { if (pair.x) x = 1 }, // finds if
    () => { if (many) x = 1 }, // finds if
    () => { if (many.at(0)) x = 1 }, // finds if
    () => { if (maybe) x = 1 }, // finds if
    () => { if (n.eq(3)) x = 1 }, // finds if
    () => { x = Boolean(a) }, // finds Boolean()
    () => { x = String(n) }, // finds String()
    () => { changing += n }, // finds +=
  ]

  x = maybe === undefined ? a : maybe
  x = maybe !== undefined
  x = maybe ?? a
  if (known) x = known > 3 && known < 5
  x = `${known}`
  x = n.width === known
  x = typeof n === 'object'
  if (pair.y.width > 3) x = [a, b].length ? a : b
  return [x, changing, found]
}
