// Owns: the proof that a fault in the wrapper or at the unit's ports does not pass on Rocket: each is planted, and the run with the observer must not end well.
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unitFiles } from '../../coprocessor/output/unit-files.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { buildBench, simulatorFolder } from '../../rocket-config/bench/build-bench.ts'
import { imageArgument, memoryImage } from '../../rocket-config/bench/image.ts'
import { runOnEngine, type RocketResult } from '../../rocket-config/run.ts'
import { openVerilator } from '../../sim-harness/engines/verilator/verilator-engine.ts'
import { temporaryFolder } from '../sim-harness/temporary-folder.ts'
import { canRunRocket, elaborated, exampleHost, exampleImage, expectedOf, type imageOf, rocketCache, scriptHost } from '../support/rocket.ts'

const p = parameters(), folder = temporaryFolder()

/**
 * Where a fault is planted, and the program whose run must show it. `wrapper`: a line of the elaborated wrapper; `port`: what the unit itself shows at its port;
 * `caught`: how the run ends with the one and with the other (`text`: the program says something else than it must).
 */
const faults = [
  { name: 'tag: two loads in flight under one tag', program: 'query', caught: ['difference', 'difference'], wrapper: ['io_mem_req_bits_tag', "{{2'd0}, unit_mem_req_tag & ~6'd1}"], port: ['mem_req_tag', "mem_req_tag & ~6'd1"] },
  { name: 'size: half of each word', program: 'shared', caught: ['difference', 'difference'], wrapper: ['io_mem_req_bits_size', "unit_mem_req_size == 2'd3 ? 2'd2 : unit_mem_req_size"], port: ['mem_req_size', "mem_req_size == 2'd3 ? 2'd2 : mem_req_size"] },
  { name: 'store data below 8 bytes stands in the lowest lanes only', program: 'stack', caught: ['text', 'difference'], wrapper: ['io_mem_req_bits_data', "unit_mem_req_size == 2'd0 ? {56'd0, unit_mem_req_data[7:0]} : unit_mem_req_data"],
    port: ['mem_req_data', "mem_req_size == 2'd0 ? {56'd0, mem_req_data[7:0]} : mem_req_data"] },
  { name: 'a response without its rd', program: 'hello', caught: ['hang', 'difference'], wrapper: ['io_resp_bits_rd', "5'd0"], port: ['rocc_resp_rd', "5'd0"] },
  { name: 'the interrupt is lost', program: 'interrupt', caught: ['exit', 'difference'], wrapper: ['io_interrupt', "1'b0"], port: ['rocc_interrupt', "1'b0"] },
] as const
const programs = [...new Set(faults.map((f) => f.program))]

/** One simulator for all: `+fault=n` switches one on, 1.. in the wrapper, 101.. at the port. */
async function build() {
  const { metadata: { top, ports }, verilog } = unitFiles(p), system = await elaborated('small')
  const inner = `${top}_sound`
  const chosen = `reg [31:0] fault;\n  initial if (!$value$plusargs("fault=%d", fault)) fault = 0;`
  const shell = `module ${top} (\n${ports.map((q) => `  ${q.dir} wire [${q.width - 1}:0] ${q.name}`).join(',\n')}\n);
  ${chosen}
${faults.map(({ port: [name, text] }, i) => {
    const own = [...text.matchAll(/\b(mem|rocc)_\w+/g)].map((m) => m[0])
    return `  assign ${name} = fault == ${101 + i} ? ${own.reduce((t, n) => t.replaceAll(new RegExp(`\\b${n}\\b`, 'g'), `sound_${n}`), `(${text})`)} : sound_${name};`
  }).join('\n')}
${ports.filter((q) => q.dir === 'output').map((q) => `  wire [${q.width - 1}:0] sound_${q.name};`).join('\n')}
${ports.filter((q) => q.dir === 'output' && !faults.some((f) => f.port[0] === q.name)).map((q) => `  assign ${q.name} = sound_${q.name};`).join('\n')}
  ${inner} sound (${ports.map((q) => `.${q.name}(${q.dir === 'output' ? 'sound_' : ''}${q.name})`).join(', ')});
endmodule\n`
  const sound = verilog.map((f) => ({ name: f.name.replace(new RegExp(`^${top}\\.`), `${inner}.`), text: f.text.replace(new RegExp(`^module ${top}\\b`, 'm'), `module ${inner}`) }))
  const files = await Promise.all(system.files.map(async (file) => {
    const text = await readFile(file, 'utf8')
    const planted = text.replace(/^module OracleRoCC\([\s\S]*?^endmodule/m, (module) => faults.reduce((m, { wrapper: [name, wrong] }, i) => {
      const line = new RegExp(`^  assign ${name} = ([^;]*);`, 'm')
      if (!line.test(m)) throw new Error(`the wrapper has no line for ${name}`)
      return m.replace(line, (_, right: string) => `  assign ${name} = fault == ${1 + i} ? ${wrong} : ${right};`)
    }, module.replace(/\);\n/, `);\n  ${chosen}\n`)))
    const place = join(folder, basename(file))
    await writeFile(place, planted)
    return place
  }))
  return await buildBench({ elaborated: { ...system, files }, unit: { top, ports, files: [{ name: `${top}.v`, text: shell }, ...sound] }, buildDir: simulatorFolder(rocketCache) })
}

describe.skipIf(!canRunRocket)('planted faults', () => {
  const bench = canRunRocket ? build() : undefined
  const image = new Map<string, ReturnType<typeof imageOf>>()

  async function run(program: string, fault: number): Promise<{ result: RocketResult; text: string }> {
    const made = image.get(program) ?? exampleImage(program, 'small', folder)
    image.set(program, made)
    const { binary, layout } = await bench!, file = join(folder, `${program}.image`)
    await writeFile(file, memoryImage((await made).segments))
    const engine = await openVerilator({ layout, binary, args: [imageArgument(file), `+fault=${fault}`] })
    let text = ''
    const result = await runOnEngine({
      engine, parameters: p, image: await made, peer: await exampleHost(program).catch(() => scriptHost('')), maxCycles: 3_000_000, hang: { cycles: 200_000, traps: 1000 },
      console: (bytes) => { text += Buffer.from(bytes).toString('latin1') },
    })
    return { result, text }
  }

  test.each(programs)('without one, %s ends well', async (program) => {
    const { result, text } = await run(program, 0)
    expect([result.end, text]).toEqual([{ kind: 'exit', code: 0 }, await expectedOf(program)])
  }, 300_000)

  const planted = faults.flatMap(({ name, program, caught }, i) => [[name, 'in the wrapper', program, 1 + i, caught[0]] as const, [name, 'at the port', program, 101 + i, caught[1]] as const])
  test.each(planted)('%s, %s', async (_name, _where, program, fault, caught) => {
    const { result: { end }, text } = await run(program, fault)
    const well = end.kind === 'exit' && end.code === 0
    expect(well && text !== await expectedOf(program) ? 'text' : well ? 'not at all' : end.kind).toBe(caught)
  }, 120_000)
})
