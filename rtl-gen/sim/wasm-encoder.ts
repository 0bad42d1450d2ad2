// Owns: the bytes of a WebAssembly module: numbers, sections, functions. Knows nothing of hardware.

/** The opcodes that the simulator uses. */
export const wasm = {
  block: 0x02, loop: 0x03, if: 0x04, else: 0x05, end: 0x0b, br: 0x0c, brIf: 0x0d, call: 0x10, select: 0x1b,
  localGet: 0x20, localSet: 0x21, localTee: 0x22,
  i32Load: 0x28, i64Load: 0x29, i32Load8U: 0x2d, i32Load16U: 0x2f, i32Store: 0x36, i64Store: 0x37, i32Store8: 0x3a, i32Store16: 0x3b,
  i32Const: 0x41, i64Const: 0x42, i32Eqz: 0x45, i64Eqz: 0x50,
  i32Add: 0x6a, i32Sub: 0x6b, i32LtU: 0x49, i64Add: 0x7c, i32And: 0x71, i32Or: 0x72, i32Ne: 0x47, i64Ne: 0x52,
  i32WrapI64: 0xa7, i64ExtendI32U: 0xad,
} as const

const voidType = 0x40, i32Type = 0x7f, i64Type = 0x7e
const blockTypes = { none: voidType, i32: i32Type, i64: i64Type } as const

/** A growing byte buffer with the number formats of WebAssembly. */
export class Bytes {
  private data = new Uint8Array(1024)
  length = 0

  byte(...values: number[]): this {
    for (const v of values) {
      if (this.length === this.data.length) this.grow(1)
      this.data[this.length++] = v
    }
    return this
  }

  append(other: Bytes): this {
    this.grow(other.length)
    this.data.set(other.data.subarray(0, other.length), this.length)
    this.length += other.length
    return this
  }

  /** Unsigned LEB128 of a value below 2^32. */
  unsigned(value: number): this {
    let v = value
    while (v > 127) { this.byte((v & 127) | 128); v = Math.floor(v / 128) }
    return this.byte(v)
  }

  /** Signed LEB128 of the 32-bit pattern `value`. */
  signed32(value: number): this {
    let v = value | 0
    for (;;) {
      const low = v & 127
      v >>= 7
      if ((v === 0 && !(low & 64)) || (v === -1 && (low & 64))) return this.byte(low)
      this.byte(low | 128)
    }
  }

  /** Signed LEB128 of the 64-bit pattern `value`. */
  signed64(value: bigint): this {
    let v = BigInt.asIntN(64, value)
    for (;;) {
      const low = Number(v & 127n)
      v >>= 7n
      if ((v === 0n && !(low & 64)) || (v === -1n && (low & 64))) return this.byte(low)
      this.byte(low | 128)
    }
  }

  /** A length, then the bytes. */
  sized(content: Bytes): this { return this.unsigned(content.length).append(content) }

  name(text: string): this {
    const bytes = new TextEncoder().encode(text)
    return this.unsigned(bytes.length).byte(...bytes)
  }

  view(): Uint8Array<ArrayBuffer> { return this.data.subarray(0, this.length) }

  private grow(by: number): void {
    if (this.length + by <= this.data.length) return
    const wider = new Uint8Array(Math.max(this.data.length * 2, this.length + by))
    wider.set(this.data)
    this.data = wider
  }
}

/** The code of one function: instructions and typed locals. */
export class FunctionCode {
  readonly code = new Bytes()
  readonly name: string
  readonly parameters: number
  readonly exported: boolean
  readonly result: boolean
  private readonly locals: ('i32' | 'i64')[] = []

  constructor(name: string, parameters: number, exported: boolean, result: boolean) {
    this.name = name
    this.parameters = parameters
    this.exported = exported
    this.result = result
  }

  /** A new local; numbered after the parameters. */
  local(type: 'i32' | 'i64'): number { return this.parameters + this.locals.push(type) - 1 }

  op(opcode: number): this { this.code.byte(opcode); return this }
  get(local: number): this { this.code.byte(wasm.localGet).unsigned(local); return this }
  set(local: number): this { this.code.byte(wasm.localSet).unsigned(local); return this }
  tee(local: number): this { this.code.byte(wasm.localTee).unsigned(local); return this }
  const32(value: number): this { this.code.byte(wasm.i32Const).signed32(value); return this }
  const64(value: bigint): this { this.code.byte(wasm.i64Const).signed64(value); return this }
  /** A load or store at the address on the stack plus `offset`. */
  memory(opcode: number, offset: number): this { this.code.byte(opcode, 0).unsigned(offset); return this }
  call(index: number): this { this.code.byte(wasm.call).unsigned(index); return this }
  /** A block, a loop or an `if`, and what it leaves on the stack. */
  begin(opcode: number, result: keyof typeof blockTypes = 'none'): this { this.code.byte(opcode, blockTypes[result]); return this }
  end(): this { return this.op(wasm.end) }
  branchIf(depth: number): this { this.code.byte(wasm.brIf).unsigned(depth); return this }
  /** Copies `size` bytes; target and source addresses are constants. */
  copyMemory(target: number, source: number, size: number): this {
    this.const32(target).const32(source).const32(size).code.byte(0xfc, 0x0a, 0, 0)
    return this
  }

  /** Sets `size` bytes at a constant address to `value`; what stands on the stack is added to the address. */
  fillMemory(target: number, value: number, size: number): this {
    this.const32(target).op(wasm.i32Add).const32(value).const32(size).code.byte(0xfc, 0x0b, 0)
    return this
  }

  encode(): Bytes {
    const runs: { count: number; type: number }[] = []
    for (const l of this.locals) {
      const type = l === 'i32' ? i32Type : i64Type, last = runs.at(-1)
      if (last?.type === type) last.count++
      else runs.push({ count: 1, type })
    }
    const body = new Bytes().unsigned(runs.length)
    for (const r of runs) body.unsigned(r.count).byte(r.type)
    return new Bytes().sized(body.append(this.code).byte(wasm.end))
  }
}

/** A module of functions with i32 parameters over one memory, imported as `host.memory`. */
export function encodeModule(functions: readonly FunctionCode[]): Uint8Array<ArrayBuffer> {
  const out = new Bytes().byte(0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
  const types = new Bytes().unsigned(functions.length)
  const declared = new Bytes().unsigned(functions.length)
  const shown = functions.map((f, i) => ({ f, i })).filter(({ f }) => f.exported)
  const exports = new Bytes().unsigned(shown.length)
  const code = new Bytes().unsigned(functions.length)
  functions.forEach((f, i) => {
    types.byte(0x60).unsigned(f.parameters)
    for (let p = 0; p < f.parameters; p++) types.byte(i32Type)
    if (f.result) types.byte(1, i32Type)
    else types.byte(0)
    declared.unsigned(i)
    code.append(f.encode())
  })
  for (const { f, i } of shown) exports.name(f.name).byte(0).unsigned(i)
  const imports = new Bytes().unsigned(1).name('host').name('memory').byte(2, 0).unsigned(0)
  const section = (id: number, content: Bytes): void => { out.byte(id).sized(content) }
  section(1, types)
  section(2, imports)
  section(3, declared)
  section(7, exports)
  section(10, code)
  return out.view()
}
