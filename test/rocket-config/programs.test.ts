// Owns: checks of the programs of examples/rocket, and of the runtime below them, on real Rocket systems with the observer beside: every line that they print.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programConfigs, rocketPrograms } from '../../examples/rocket/programs.ts'
import type { RocketSimulator } from '../../rocket-config/bench/simulator.ts'
import { rocketConfigs, type RocketConfigName } from '../../rocket-config/configs.ts'
import type { ProgramImage } from '../../rocket-config/program/image.ts'
import { runRocket, type TakenRecord } from '../../rocket-config/run.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import type { Oracle } from '../../sim-harness/bridge/oracle.ts'
import { openOracle } from '../../sim-harness/bridge/oracles/index.ts'
import type { LinkPeer } from '../../sim-harness/bridge/peer.ts'
import { canRunRocket, exampleHost, exampleImage, expectedOf, imageOf, scriptHost, simulator } from '../support/rocket.ts'
import { temporaryFolder } from '../sim-harness/temporary-folder.ts'

/** From nothing: Maven, elaboration, Verilator. */
const cold = 30 * 60_000
const folder = temporaryFolder()
const decoder = new TextDecoder()

async function outcome(on: RocketSimulator, image: ProgramImage, peer: LinkPeer): Promise<{ text: string; end: string; remarks: readonly string[]; records: readonly TakenRecord[] }> {
  let text = ''
  const { end, remarks, records } = await runRocket({ simulator: on, image, peer, maxCycles: 20_000_000, console: (bytes) => { text += decoder.decode(bytes, { stream: true }) } })
  return { text, end: end.kind === 'exit' ? `exit ${end.code}` : `${end.kind}: ${end.error.message}`, remarks, records }
}

/** The nightly run says `small,medium,big`. */
const configs = rocketConfigs.map((c) => c.name).filter((name) => (process.env['ROCKET_CONFIGS'] ?? 'small,medium').split(',').includes(name))

describe.skipIf(!canRunRocket).each(configs)('examples/rocket on %s', (config: RocketConfigName) => {
  let on: RocketSimulator
  beforeAll(async () => { on = await simulator(config) }, cold)

  test.each(rocketPrograms.filter((p) => programConfigs(p).includes(config)).map((p) => p.name))('%s', async (name) => {
    expect(await outcome(on, await exampleImage(name, config, folder), await exampleHost(name))).toMatchObject({ text: await expectedOf(name), end: 'exit 0', remarks: [] })
  }, 300_000)
})

describe.skipIf(!canRunRocket)('the agent loop with the small model', () => {
  let oracle: Oracle
  beforeAll(async () => { oracle = await openOracle('smollm2') })
  afterAll(() => oracle?.dispose())

  test('each answer is a command, and each result goes back into the history', async () => {
    const on = await simulator('small')
    const { text, end, remarks, records } = await outcome(on, await exampleImage('agent', 'small', folder), new BridgeHost({ oracle, session: 1 }))
    expect([end, remarks, records.map((r) => r.cause)]).toEqual(['exit 0', [], ['yield', 'yield', 'yield', 'yield']])
    expect(text).toContain('list the files in /home\n  Oracle  ls /home   (trap yield)\n  result  a.txt readme.md\n')
    expect(text).toContain('4 requests; nothing but the file table in memory was touched\n')
  }, cold)
})

describe.skipIf(!canRunRocket)('the runtime', () => {
  let on: RocketSimulator
  let files = 0
  const runs = async (text: string, script = '') => {
    const name = `source-${++files}`, file = join(folder, `${name}.c`)
    writeFileSync(file, `#include "runtime.h"\n${text}\n`)
    return await outcome(on, await imageOf([file], name, 'small', folder), scriptHost(script))
  }
  const main = (body: string) => `int main(void)\n{\n${body}\n  return 0;\n}`
  beforeAll(async () => { on = await simulator('small') }, cold)

  test('a program that uses the unit without XS', async () => {
    const { text, end } = await runs(main('  RT_CSR_CLEAR(mstatus, RT_MSTATUS_XS);\n  rt_printf("%ld\\n", oracle_oinfo(0));'))
    expect(text).toMatch(/^\nillegal instruction: cause 2, pc 0x8000[0-9a-f]{4}, value 0x[0-9a-f]*[08]b\nit is an instruction of the unit and mstatus.XS is 0: set it\n$/)
    expect(end).toBe('exit 130')
  })

  test('a form that the hart refuses: xs2 without xs1', async () => {
    const { text, end } = await runs(main('  __asm__ volatile(".insn r CUSTOM_0, 5, 0, a0, x0, x0" : : : "a0");'))
    expect(text).toContain('it is an instruction of the unit in a form that the hart refuses: xs2 without xs1\n')
    expect(end).toBe('exit 130')
  })

  test('a program that jumps to nowhere', async () => {
    const { text, end } = await runs(main('  ((void (*)(void))0x4000)();'))
    expect(text).toBe('\ninstruction access fault: cause 1, pc 0x4000, value 0x4000\nthe program jumped to 0x4000, where no code is\n')
    expect(end).toBe('exit 129')
  })

  test('the window holds no code, in machine mode neither', async () => {
    const { text, end } = await runs(main('  memcpy(__window_low, "\\x82\\x80", 2); /* ret */\n  __asm__ volatile("fence.i");\n  ((void (*)(void))__window_low)();'))
    expect(text).toContain('instruction access fault: cause 1, pc 0x80100000')
    expect(end).toBe('exit 129')
  })

  test('a load from nowhere, and a store', async () => {
    expect((await runs(main('  return *(volatile char *)0x4001;'))).text).toMatch(/^\nload access fault: cause 5, pc 0x8000[0-9a-f]{4}, value 0x4001\n$/)
    expect(await runs(main('  *(volatile char *)0x4002 = 1;'))).toMatchObject({ text: expect.stringMatching(/^\nstore access fault: cause 7, .*value 0x4002\n$/) as string, end: 'exit 135' })
  })

  test('a fault in a handler', async () => {
    const { text, end } = await runs(`static void bad(struct rt_frame *f) { f->pc = *(volatile uint64_t *)8; }\n${main('  rt_on_exception(11, bad);\n  __asm__ volatile("ecall");')}`)
    expect(text).toMatch(/^\nload access fault inside a trap handler: cause 5, pc 0x8000[0-9a-f]{4}, value 0x8\n$/)
    expect(end).toBe('exit 133')
  })

  test('an interrupt that nobody handles, and a status where there may be none', async () => {
    expect(await runs(main('  rt_timer_at(0);\n  rt_enable(RT_INTERRUPT_TIMER);\n  rt_interrupts_on();\n  rt_spin(1000);')))
      .toMatchObject({ text: expect.stringMatching(/^\ninterrupt that nobody handles: cause 7 at pc 0x8000[0-9a-f]{4}\n$/) as string, end: 'exit 135' })
    expect(await runs(main('  rt_field(3, ORACLE_FIELD_TOP);'))).toMatchObject({ text: '\noseg.get answered free\n', end: 'exit 100' })
  })

  test('the console', async () => {
    const { text } = await runs(main(`  rt_printf("%d %d %u %x|%5d|%-5d|%05d|%05x|", -1, 0, 4294967295u, 0xbeefu, 42, 42, -42, 0xabu);
  rt_printf("%ld %lu %lx|%s|%8s|%-8s|%c%%%c|%016lx\\n", INT64_MIN, UINT64_MAX, UINT64_MAX, "text", "right", "left", 'a', 'b', 255ul);
  rt_print_text((const uint8_t *)"caf\\xc3\\xa9\\n\\xf9ls\\xff\\x7f", 11);
  rt_putc('\\n');
  rt_print_hex((const uint8_t *)"0123456789abcdefg", 17);`))
    expect(text).toBe('-1 0 4294967295 beef|   42|42   |-0042|000ab|-9223372036854775808 18446744073709551615 ffffffffffffffff|text|   right|left    |a%b|00000000000000ff\n'
      + 'café<0a><f9>ls<ff><7f>\n0000: 30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66\n0010: 67\n')
  })

  test('a trap changes no register: each comes back as it was', async () => {
    const all = Array.from({ length: 31 }, (_, i) => i + 1).filter((n) => n !== 2), saved = [1, 3, 4, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]
    const lines = [
      '.globl registers_after', 'registers_after:', 'addi sp, sp, -512', 'sd a0, 504(sp)', ...saved.map((n) => `sd x${n}, ${256 + 8 * n}(sp)`),
      ...all.map((n) => `li x${n}, ${n * 0x1111}`), 'ecall', ...all.map((n) => `sd x${n}, ${8 * n}(sp)`),
      'ld a0, 504(sp)', ...all.flatMap((n) => [`ld t0, ${8 * n}(sp)`, `sd t0, ${8 * n}(a0)`]),
      ...saved.map((n) => `ld x${n}, ${256 + 8 * n}(sp)`), 'addi sp, sp, 512', 'ret',
    ]
    const clobbered = ['ra', 't0', 't1', 't2', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 't3', 't4', 't5', 't6', 's0', 's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11']
    const { text, end } = await runs(`
__asm__("${lines.join('\\n\\t')}\\n");
void registers_after(uint64_t *to);
static void skip(struct rt_frame *f)
{
  f->pc += 4;
  __asm__ volatile("${clobbered.map((r) => `li ${r}, -1`).join('\\n\\t')}" : : : ${clobbered.map((r) => `"${r}"`).join(', ')});
}
${main(`  uint64_t found[32];
  rt_on_exception(11, skip);
  registers_after(found);
  for (unsigned n = 1; n < 32; n++)
    if (n != 2 && found[n] != n * 0x1111) rt_printf("x%u is %lx\\n", n, (unsigned long)found[n]);
  rt_printf("looked at\\n");`)}`)
    expect([text, end]).toEqual(['looked at\n', 'exit 0'])
  })

  test('memory functions', async () => {
    const { text } = await runs(main(`  char a[16] = "0123456789", b[16];
  memmove(a + 2, a, 8);
  memcpy(b, a, 11);
  memmove(a, a + 2, 8);
  memset(b + 8, '!', 2);
  rt_printf("%s %s %lu %d %d %d\\n", a, b, (unsigned long)strlen(b), memcmp("ab", "aa", 2), memcmp("ab", "ac", 1), strcmp("a", "b"));`))
    expect(text).toBe('0123456767 01012345!! 10 1 0 -1\n')
  })
})
