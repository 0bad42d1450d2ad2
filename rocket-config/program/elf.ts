// Owns: reading an ELF file: 64 bit, little endian, RISC-V, executable, everything in main memory. What a length in the file says is believed only after it was compared.
// The readers in npm (elfy, elfinfo, elf-tools) trust the lengths of the file and take every machine: what is wanted here is the opposite, and is short.
import { RocketError, type RocketCode } from '../errors.ts'
import { memory } from '../memory-map.ts'
import { inMemory, meet, type ProgramImage, type ProgramSegment } from './image.ts'

/** Sizes and numbers of the ELF-64 standard and its RISC-V supplement. */
const headerBytes = 64, programHeaderBytes = 56, sectionHeaderBytes = 64, symbolBytes = 24
const machineRiscv = 243, typeExecutable = 2, loadSegment = 1, symbolTable = 2, stringTable = 3
const machines: Readonly<Record<number, string>> = { 3: 'x86', 8: 'MIPS', 20: 'PowerPC', 21: 'PowerPC 64', 22: 'S390', 40: 'Arm', 62: 'x86-64', 183: 'AArch64', 243: 'RISC-V', 247: 'BPF', 258: 'LoongArch' }
const types: Readonly<Record<number, string>> = { 0: 'no type', 1: 'an object file that was not linked', 3: 'a shared object or position independent', 4: 'a core dump' }
const floats = ['none', 'single', 'double', 'quad'] as const
const embeddedRegisters = 8
const noType = 0, objectType = 1, functionType = 2, localBinding = 0

const hex = (value: bigint) => `0x${value.toString(16)}`
const linkHelp = 'build it by `archnights rocket compile`, or with riscv64-unknown-elf-gcc, -static and the linker script of rocket-config/runtime'
const againHelp = 'build the file again'

/** A table of the file: `count` rows of `size` bytes from `at` on. */
interface Rows { readonly at: number; readonly count: number }

/** The bytes of a file with its name; a read outside is a failure of the file. */
class Reader {
  readonly bytes: Uint8Array
  readonly #view: DataView
  readonly #name: string
  constructor(bytes: Uint8Array, name: string) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#name = name
  }

  fail(code: RocketCode, what: string, help: string): never { throw new RocketError(code, `${this.#name}: ${what}`, help) }

  /** [at, at + length) as a place in the file. Both may be any 64-bit number. */
  within(at: bigint, length: bigint, what: string): number {
    if (at + length > BigInt(this.bytes.length)) {
      this.fail('RKT2003', `${what} should lie at byte ${at} and have ${length} bytes, the file has ${this.bytes.length}`, againHelp)
    }
    return Number(at)
  }

  /** A table of `count` rows, each at least `least` bytes. `size` is what the file says. */
  rows(at: bigint, count: number, size: number, least: number, what: string): Rows {
    if (count === 0) return { at: 0, count }
    if (size !== least) this.fail('RKT2003', `${what} has rows of ${size} bytes, they have ${least}`, againHelp)
    return { at: this.within(at, BigInt(count * size), what), count }
  }

  u8(at: number): number { return this.#view.getUint8(at) }
  u16(at: number): number { return this.#view.getUint16(at, true) }
  u32(at: number): number { return this.#view.getUint32(at, true) }
  u64(at: number): bigint { return this.#view.getBigUint64(at, true) }
}

function checkHeader(file: Reader): void {
  const magic = [0x7f, 0x45, 0x4c, 0x46]
  if (file.bytes.length < 4 || magic.some((b, i) => file.u8(i) !== b)) {
    file.fail('RKT2001', file.bytes.length === 0 ? 'the file is empty' : 'this is not an ELF file', 'name the ELF file that the linker wrote, not its source or a .bin or .hex of it')
  }
  if (file.bytes.length < headerBytes) file.fail('RKT2003', `the file has ${file.bytes.length} bytes, the header alone has ${headerBytes}`, againHelp)
  const machine = file.u16(18), type = file.u16(16)
  if (file.u8(4) === 1 && machine === machineRiscv) file.fail('RKT2002', 'it is for RV32, and the hart is RV64', 'compile it with -march=rv64imac_zicsr_zifencei -mabi=lp64')
  if (file.u8(5) !== 1) file.fail('RKT2002', 'it is big endian, and the hart is little endian', linkHelp)
  if (machine !== machineRiscv) file.fail('RKT2002', `it is for ${machines[machine] ?? `machine ${machine}`}, and the hart is RISC-V`, linkHelp)
  if (file.u8(4) !== 2) file.fail('RKT2002', 'it is no 64-bit ELF file', linkHelp)
  if (file.u8(6) !== 1 || file.u32(20) !== 1) file.fail('RKT2003', `it is of ELF version ${file.u8(6)}, there is only 1`, againHelp)
  if (type !== typeExecutable) file.fail('RKT2002', `it is no executable but ${types[type] ?? `type ${type}`}`, linkHelp)
  if ((file.u32(48) & embeddedRegisters) !== 0) file.fail('RKT2002', 'it is for RV64E, which has 16 registers', linkHelp)
}

function segmentsOf(file: Reader): ProgramSegment[] {
  const table = file.rows(file.u64(32), file.u16(56), file.u16(54), programHeaderBytes, 'the table of segments')
  const found: ProgramSegment[] = []
  for (let i = 0; i < table.count; i++) {
    const at = table.at + i * programHeaderBytes
    if (file.u32(at) !== loadSegment) continue
    const [offset, address, inFile, size] = [file.u64(at + 8), file.u64(at + 24), file.u64(at + 32), file.u64(at + 40)]
    if (inFile > size) file.fail('RKT2003', `segment ${i} has ${inFile} bytes in the file and ${size} in memory`, againHelp)
    if (size === 0n) continue
    const what = `segment ${i}, ${size} bytes at ${hex(address)},`
    if (!inMemory({ address, size })) {
      file.fail('RKT2004', `${what} lies outside the memory, which is [${hex(memory.base)}, ${hex(memory.base + memory.size)})`, 'link it for that memory: take the linker script of rocket-config/runtime')
    }
    const met = found.find((s) => meet(s, { address, size }))
    if (met) file.fail('RKT2004', `${what} overlaps the one at ${hex(met.address)}`, 'mend the linker script')
    const from = file.within(offset, inFile, `segment ${i}`)
    found.push({ address, bytes: file.bytes.slice(from, from + Number(inFile)), size })
  }
  if (found.length === 0) file.fail('RKT2004', 'it has nothing to load', linkHelp)
  return found.sort((a, b) => (a.address < b.address ? -1 : 1))
}

/** Text of [start, up to the zero byte) in a string table, or undefined if it leaves it. */
function text(file: Reader, strings: { at: number; size: number }, start: number): string | undefined {
  const end = file.bytes.indexOf(0, strings.at + start)
  return end < 0 || end >= strings.at + strings.size ? undefined : Buffer.from(file.bytes.subarray(strings.at + start, end)).toString('utf8')
}

function symbolsOf(file: Reader): Map<string, bigint> {
  const found = new Map<string, bigint>(), local = new Map<string, bigint>()
  const sections = file.rows(file.u64(40), file.u16(60), file.u16(58), sectionHeaderBytes, 'the table of sections')
  for (let i = 0; i < sections.count; i++) {
    const at = sections.at + i * sectionHeaderBytes
    if (file.u32(at + 4) !== symbolTable) continue
    const link = file.u32(at + 40), size = file.u64(at + 32)
    const linked = sections.at + link * sectionHeaderBytes
    if (link >= sections.count || file.u32(linked + 4) !== stringTable) file.fail('RKT2003', 'the names of its symbols are not there', againHelp)
    const begin = file.within(file.u64(at + 24), size, 'the table of symbols')
    const stringSize = file.u64(linked + 32)
    const strings = { at: file.within(file.u64(linked + 24), stringSize, 'the names of the symbols'), size: Number(stringSize) }
    for (let row = begin; row + symbolBytes <= begin + Number(size); row += symbolBytes) {
      const type = file.u8(row + 4) & 15
      if (file.u16(row + 6) === 0 || (type !== noType && type !== objectType && type !== functionType)) continue
      const name = text(file, strings, file.u32(row))
      if (name === undefined) file.fail('RKT2003', 'a symbol has a name outside the names', againHelp)
      if (name !== '') (file.u8(row + 4) >> 4 === localBinding ? local : found).set(name, file.u64(row + 8))
    }
  }
  for (const [name, value] of local) if (!found.has(name)) found.set(name, value)
  return found
}

/**
 * Reads an executable. Loading goes by physical addresses.
 * @param name of the file, for messages
 * @throws RocketError RKT2001 (no ELF), RKT2002 (for another machine), RKT2003 (damaged), RKT2004 (not in memory), RKT2005 (the entry)
 */
export function readElf(bytes: Uint8Array, name: string): ProgramImage {
  const file = new Reader(bytes, name)
  checkHeader(file)
  const segments = segmentsOf(file), entry = file.u64(24)
  if (entry !== memory.base) file.fail('RKT2005', `its entry is ${hex(entry)}, the boot ROM jumps to ${hex(memory.base)}`, 'put the start-up code first: take crt.S and the linker script of rocket-config/runtime')
  if (segments[0]!.address !== entry || segments[0]!.bytes.length < 2) file.fail('RKT2005', `nothing is loaded at its entry ${hex(entry)}`, 'put the start-up code first: take crt.S and the linker script of rocket-config/runtime')
  return { entry, segments, symbols: symbolsOf(file), float: floats[file.u32(48) >> 1 & 3]! }
}
