// Owns: what can be checked of the Python package without a simulator: its types, its build by pip, that its generated parts are what the tables say.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { execa } from 'execa'
import { causeCode, encodeRecord } from '../../../coprocessor/isa/cause.ts'
import { counterNumber, fieldNumber } from '../../../coprocessor/isa/fields.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { statuses, statusValue } from '../../../coprocessor/isa/status.ts'
import { encodeFrame, header, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { portsOf } from '../../../coprocessor/output/metadata.ts'
import { parameterHash } from '../../../coprocessor/parameter-hash.ts'
import { parseParameters } from '../../../coprocessor/parameter-text.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { pythonEnvironment } from '../../../scripts/setup/python-packages.mjs'
import { pythonValue, snakeName } from '../../../sim-harness/cocotb/python-text.ts'
import { benchFolder, emitInto, missingForCocotb, skippedFor } from '../../support/cocotb.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder(), unit = join(folder, 'unit'), p = parseParameters(['slots=3', 'yieldSymbol=0xc1']), design = elaborate(oracleUnit(p))
const missing = missingForCocotb()
const python = async (args: readonly string[], env: Record<string, string> = {}) => {
  const ran = await execa(pythonEnvironment.command, args, { cwd: folder, all: true, reject: false, stdin: 'ignore', env: { PYTHONPATH: join(unit, 'cocotb'), PYTHONDONTWRITEBYTECODE: '1', ...env } })
  return { code: ran.exitCode, text: ran.all ?? '' }
}
/** A value that a program prints as JSON. */
const evaluated = async (program: string): Promise<unknown> => {
  const { code, text } = await python(['-c', `import json\nfrom archnights_cocotb import *\n${program}`])
  expect([code, text.slice(0, 400)]).toEqual([0, expect.any(String)])
  return JSON.parse(text)
}
beforeAll(() => emitInto(unit, design, p))

describe.skipIf(missing.length > 0)(`the Python package${skippedFor(missing)}`, { timeout: 300_000 }, () => {
  test('the package and the benches are typed', async () => {
    const strict = ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy')]
    expect(await python([...strict, '-p', 'archnights_cocotb'])).toEqual({ code: 0, text: expect.stringContaining('no issues') as string })
    expect(await python([...strict, benchFolder], { MYPYPATH: join(unit, 'cocotb') })).toEqual({ code: 0, text: expect.stringContaining('no issues') as string })
    // A port that the unit does not have is a mistake that is found before anything runs.
    const { code, text } = await python([...strict, '-c', 'from archnights_cocotb import OracleUnit\ndef f(dut: OracleUnit) -> object: return dut.link_tx_tlost.value'])
    expect([code, text]).toEqual([1, expect.stringContaining('has no attribute "value"')])
  })

  test('pip installs the folder', async () => {
    const site = join(folder, 'site')
    mkdirSync(site)
    const pip = await execa('python3', ['-m', 'pip', '--python', pythonEnvironment.command, 'install', '--quiet', '--no-index', '--no-deps', '--no-build-isolation', '--no-cache-dir', '--disable-pip-version-check', '--root-user-action=ignore', '--target', site, join(unit, 'cocotb')], { all: true, reject: false })
    expect([pip.exitCode, pip.all]).toEqual([0, ''])
    for (const name of ['py.typed', 'unit.py', 'rocc.py']) expect(existsSync(join(site, 'archnights_cocotb', name))).toBe(true)
  })

  test('instructions, statuses, causes, fields and parameters are those of the tables', async () => {
    const seen = await evaluated(`
import archnights_cocotb.unit as unit
print(json.dumps({
  'rows': [[i.mnemonic, i.funct7, i.funct3, i.waits, i.built] for i in INSTRUCTIONS.values()], 'statuses': {s.name: s.value for s in Status},
  'yield': Cause.YIELD.value, 'held': SlotField.HELD.value, 'again': Counter.SENT_AGAIN.value, 'slots': PARAMETERS.slots, 'symbol': PARAMETERS.yield_symbol, 'marks': PARAMETERS.record_marks,
  'hash': str(unit.PARAMETERS_HASH), 'ports': PORTS}))`)
    expect(seen).toEqual({
      rows: instructions.map((i) => [i.mnemonic, i.funct7, 4 | (i.rs1 ? 2 : 0) | (i.rs2 ? 1 : 0), i.waits, i.microcode !== undefined]),
      statuses: Object.fromEntries(statuses.map((s) => [s.name.toUpperCase(), Number(statusValue(s.name))])),
      yield: causeCode('yield'), held: fieldNumber('held'), again: counterNumber('sentAgain'), slots: 3, symbol: 0xc1, marks: [0xf8, 0xf9, 0xfa], hash: String(parameterHash(p)),
      ports: portsOf(design).map(({ name, dir, width }) => [name, dir, width]),
    })
  })

  test('a trap record is read as it was written', async () => {
    const word = encodeRecord({ cause: 'budget', slot: 2, cut: true, yielded: false, appended: 4711n })
    expect(await evaluated(`r = decode_record(${word})\nprint(json.dumps([r.cause.name, r.slot, r.appended, r.cut, r.yielded, decode_record(0), decode_record((1 << 64) - 3), status_of((1 << 64) - 3).name]))`))
      .toEqual(['BUDGET', 2, 4711, true, false, null, null, 'SLOT'])
  })

  test('the codec in Python and that in TypeScript make the same beats of every kind of frame, and read them back', async () => {
    const head = { unit: 5, slot: 6, session: 0xabcd, sequence: 0x1234, oracle: 63, offset: 2 ** 40 - 3 }
    const frames = frameKinds.flatMap((kind) => (kind.data ? [0, 1, 7, 8, 9, 255] : [0]).map((length): Frame => ({
      kind, header: header({ ...head, length, ...(kind.tail === 'tokens-on-end' ? { flags: length % 2 } : {}) }), data: Uint8Array.from({ length }, (_, i) => i * 37 & 255),
      ...(kind.tail === 'trailer' ? { trailer: { first: true, last: false, cut: length > 8 } } : {}), ...(kind.tail === 'tokens-on-end' && length % 2 === 1 ? { tokens: { evaluated: 1, reused: 2 ** 32 - 1, history: 3 } } : {}),
    })))
    const rows = frames.map((f) => ({
      name: f.kind.name, direction: snakeName(f.kind.direction), header: f.header, data: Buffer.from(f.data).toString('hex'),
      trailer: f.trailer && [f.trailer.first, f.trailer.last, f.trailer.cut], tokens: f.tokens && [f.tokens.evaluated, f.tokens.reused, f.tokens.history],
    }))
    const seen = await evaluated(`
out = []
for r in ${pythonValue(rows)}:
    f = Frame(kind(r['name'], r['direction']), r['header'], bytes.fromhex(r['data']), r['trailer'] and Trailer(*r['trailer']), r['tokens'] and Tokens(*r['tokens']))
    beats = encode(f)
    again = decode(beats, r['direction'])
    same = encode(again) == beats and again.data == f.data and again.trailer == f.trailer and again.tokens == f.tokens and all(again[k] == v for k, v in f.header.items())
    out.append([[[hex(b.data), b.keep, b.last] for b in beats], same])
print(json.dumps(out))`)
    expect(seen).toEqual(frames.map((f) => [encodeFrame(f).map((b) => [`0x${b.data.toString(16)}`, b.keep, b.last]), true]))
  })

  test('what is no frame is told', async () => {
    expect(await evaluated(`
good = encode(answer(b'abc', end=False, session=1, offset=9))
out = []
for beats in (good[:1], [good[0], good[1]._replace(last=True)], [*good[:2], good[2]._replace(keep=255)], [good[0]._replace(data=0x77), *good[1:]], [*good[:2], good[2]._replace(data=1 << 40)]):
    try:
        decode(beats, 'from_host'); out.append('')
    except MalformedFrame as error:
        out.append(str(error))
print(json.dumps(out))`)).toEqual([
      'a header has 2 beats, the frame 1', 'answer of 3 bytes has 3 beats, the frame 2', 'beat 2 has tkeep 0xff and tlast 1', 'no frame kind 0x77 from_host', 'lanes past the end are not zero',
    ])
  })
})
