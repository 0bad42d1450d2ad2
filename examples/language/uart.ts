// Owns: a serial port: a byte out as a start bit, eight bits (the lowest first) and a stop bit, and back.
// Run: uart.test.ts joins the two ends; `node --import ts-blank-space/register --test examples/language/uart.test.ts`.
import { bit, enumeration, indexBits, input, module, mux, named, output, register, sink, source, uint } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'

const phase = enumeration('phase', ['idle', 'start', 'data', 'stop'])

/** `cyclesPerBit`: clock frequency / baud rate, at least 2. The line is high while nothing is sent. */
export const uartTx = (name: string, cyclesPerBit: number) => module(name, {
  byte: sink(uint(8)),
  line: output(bit),
  state: register(phase, 'idle'),
  timer: register(uint(indexBits(cyclesPerBit)), 0),
  bits: register(uint(8), 'none'), // what is still to be sent; not reset, because nobody looks at it before a byte came
  index: register(uint(3), 0),
}, ({ byte, state, timer, bits, index }, { assign, when, match }) => {
  const { tick } = named({ tick: timer.eq(0) })
  return [
    assign({ byte: { ready: state.is('idle') }, line: 1 }),
    { timer: mux(tick, cyclesPerBit - 1, timer.sub(1)) },
    match(state, {
      idle: when(byte.fire, { state: 'start', bits: byte.payload, timer: cyclesPerBit - 1 }),
      start: [{ line: 0 }, when(tick, { state: 'data', index: 0 })],
      data: [
        { line: bits.bit(0) },
        when(tick, [{ bits: bits.shiftRight(1), index: index.add(1) }, when(index.eq(7), { state: 'stop' })]),
      ],
      stop: when(tick, { state: 'idle' }),
    }),
  ]
}, { doc: `serial transmitter, ${cyclesPerBit} cycles a bit, 8 data bits, no parity, 1 stop bit.` })

/** Looks at the middle of each bit. `overrun` is high for a cycle when a byte comes while the one before it was not taken: the new one is lost. */
export const uartRx = (name: string, cyclesPerBit: number) => module(name, {
  line: input(bit),
  byte: source(uint(8)),
  overrun: output(bit),
  seen: register(uint(2), 3), // the line comes from outside: two registers, before anybody decides by it
  state: register(phase, 'idle'),
  timer: register(uint(indexBits(cyclesPerBit)), 0),
  bits: register(uint(8), 'none'),
  index: register(uint(3), 0),
  full: register(bit, 0),
  word: register(uint(8), 'none'),
}, ({ line, byte, seen, state, timer, bits, index, full, word }, { assign, when, match }) => {
  const { tick, level } = named({ tick: timer.eq(0), level: seen.bit(1) })
  const { whole } = named({ whole: state.is('stop').and(tick).and(level) })
  return [
    assign({ byte: { valid: full, payload: word }, overrun: whole.and(full).and(byte.ready.not()) }),
    when(line, { seen: seen.shiftLeft(1).or(1) }).otherwise({ seen: seen.shiftLeft(1) }),
    when(byte.fire, { full: 0 }),
    when(whole.and(full.not().or(byte.ready)), { full: 1, word: bits }),
    { timer: mux(tick, cyclesPerBit - 1, timer.sub(1)) },
    match(state, {
      idle: when(level.not(), { state: 'start', timer: Math.floor(cyclesPerBit / 2) - 1 }),
      start: when(tick, { state: 'data', index: 0 }),
      data: when(tick, [
        // The lowest bit came first: it moves down as the others come in at the top.
        { bits: bits.shiftRight(1).or(mux(level, 0x80, bits.and(0))), index: index.add(1) },
        when(index.eq(7), { state: 'stop' }),
      ]),
      stop: when(tick, { state: 'idle' }),
    }),
  ]
}, { doc: `serial receiver, ${cyclesPerBit} cycles a bit, 8 data bits, no parity, 1 stop bit.` })
