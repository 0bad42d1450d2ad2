// Owns: the text form of designs.
import { expect, it } from 'vitest'
import { printDesign } from '../../../rtl-gen/ir/index.ts'
import { lower } from '../../../rtl-gen/passes/index.ts'
import { accumulator, aggregates } from '../../support/ir-samples.ts'

it('prints a module', () => {
  expect(printDesign(accumulator())).toBe(`design accumulator

module accumulator
  domain clk: clock clock rising, reset reset sync
  input command: enum Op(2) on clk
  input value: uint(16) on clk
  input valid: uint(1) on clk
  output total: uint(16) on clk
  output high: uint(4) on clk
  register acc: uint(16) on clk = 4660
  register changed: uint(1) on clk = 0
  wire next: uint(16)
  next := acc
  total := acc
  high := add(acc, next)[15:12]
  match command
    0
      next := value
    1
      next := add(acc, value)
    2
      next := 0:uint(16)
  if valid
    acc := next
    changed := ne(acc, next)
  assert never_odd: not(changed) on clk
`)
})

it('shows what lowering does to bundles and vectors', () => {
  const text = printDesign(lower(aggregates()))
  expect(text).toBe(`design aggregates

module aggregates
  domain clk: clock clock rising, reset reset sync
  input i: uint(2) on clk
  input p_flags: uint(3) on clk
  input p_data_0: sint(9) on clk
  input p_data_1: sint(9) on clk
  output y_flags: uint(3) on clk
  output y_data_0: sint(9) on clk
  output y_data_1: sint(9) on clk
  output z: uint(4) on clk
  output n: uint(5) on clk
  register list_flags: vec(3, uint(3)) on clk = none
  register list_data: vec(6, sint(9)) on clk = none
  register plain_0: uint(5) on clk = 7
  register plain_1: uint(5) on clk = 9
  wire w_0: uint(4)
  wire w_1: uint(4)
  wire w_2: uint(4)
  memory store: 4 of uint(21), collision undefined
    read stored sync on clk [i] when 1:uint(1)
    write on clk [i] := cat(p_flags, p_data_1, p_data_0) when 1:uint(1)
  local chosen_flags: uint(3) = mux(lt(i, 3:uint(2)), list_flags[i], 0:uint(3))
  y_flags := chosen_flags
  y_data_0 := cast(stored[8:0], sint(9))
  y_data_1 := cast(stored[17:9], sint(9))
  w_0 := 1:uint(4)
  w_1 := 2:uint(4)
  w_2 := 3:uint(4)
  if i[1]
    match i
      0
        w_0 := 15:uint(4)
      1
        w_1 := 15:uint(4)
      2
        w_2 := 15:uint(4)
  z := mux(eq(i, 0:uint(2)), w_0, mux(eq(i, 1:uint(2)), w_1, mux(eq(i, 2:uint(2)), w_2, 0:uint(4))))
  n := mux(eq(i[0], 0:uint(1)), plain_0, plain_1)
  if eq(i, 0:uint(2))
    if lt(i, 3:uint(2))
      list_flags[i] := p_flags
      list_data[cat(i, 0:uint(1))] := p_data_0
      list_data[cat(i, 1:uint(1))] := p_data_1
    plain_1 := extend(p_flags, 5)
  list_data[cat(2:uint(2), i[0])] := 507:sint(9)
`)
})
