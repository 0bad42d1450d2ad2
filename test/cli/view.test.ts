// Owns: tests of `archnights view`: from `run --save` to the page and the files for other programs, and every wrong use.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archnights, withFolder } from './command.ts'

const example = 'examples/shell-agent'
const agent = ['run', '--history', `${example}/task.history`, '--then', `${example}/request-2.history`, '--oracle', `script:${example}/script.jsonl`]

/** A folder with `agent.run` in it. */
const withRun = (work: (folder: string, run: string) => Promise<void>) => withFolder(async (folder) => {
  const run = join(folder, 'agent.run')
  expect(await archnights(...agent, '--save', run)).toMatchObject({ code: 0, stderr: expect.stringContaining(`written: ${run}\n`) as string })
  await work(folder, run)
})
const error = (stdout: string) => (JSON.parse(stdout) as { error: { code: string; message: string; help: string } }).error

describe('view', () => {
  test('a saved run becomes one page beside it; saving changes nothing of the run', () => withRun(async (folder, run) => {
    const [plain, saving] = [await archnights(...agent, '--json'), await archnights(...agent, '--save', run, '--json')]
    expect(saving.stdout).toBe(plain.stdout)
    const { code, stdout, stderr } = await archnights('view', run)
    expect([code, stdout, stderr.includes('error')]).toEqual([0, `written: ${join(folder, 'agent.html')}\n`, false])
    expect(readdirSync(folder).sort()).toEqual(['agent.html', 'agent.run'])
    const page = readFileSync(join(folder, 'agent.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).toContain('<title>agent.run: a run of the Oracle unit</title>')
    const cycles = (JSON.parse(plain.stdout) as { cycles: { total: number } }).cycles.total
    expect(page).toContain(`<b>${cycles.toLocaleString('en-US')}</b> <span>clock cycles to the last trap</span>`)
  }))

  test('--json names what was written; --trace has the micro-states, --vcd every signal', () => withRun(async (folder, run) => {
    const [out, trace, vcd] = ['page.html', 'run.json', 'run.vcd'].map((name) => join(folder, name)) as [string, string, string]
    const { code, stdout } = await archnights('view', run, '--out', out, '--trace', trace, '--vcd', vcd, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ page: out, bytes: readFileSync(out).length, traps: 2, written: [out, trace, vcd], notices: [] })
    expect(existsSync(join(folder, 'agent.html'))).toBe(false)
    // The timeline of the run itself is in it, and the threads of the microcode beside it.
    const early = join(folder, 'early.json')
    expect((await archnights(...agent, '--trace', early)).code).toBe(0)
    const events = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: { ph: string; tid: number; args?: { name?: string } }[] }).traceEvents
    expect(events(trace).filter((e) => e.tid < 40)).toEqual(events(early))
    expect(events(trace).filter((e) => e.tid >= 40 && e.ph === 'M').map((e) => e.args?.name)).toEqual(['command', 'sender', 'receiver', 'ender', 'watcher'].map((t) => `microcode: ${t}`))
    // The same waves as those of the run itself.
    const waves = join(folder, 'early.vcd')
    expect((await archnights(...agent, '--vcd', waves)).code).toBe(0)
    expect(readFileSync(vcd, 'utf8') === readFileSync(waves, 'utf8')).toBe(true)
  }))

  test('--open where nothing opens pages says where the page is, and is no failure', () => withRun(async (folder, run) => {
    const path = process.env['PATH']
    process.env['PATH'] = folder
    try {
      const { code, stderr } = await archnights('view', run, '--open')
      expect([code, stderr]).toEqual([0, expect.stringContaining(`no program here opens pages: open ${join(folder, 'agent.html')} in a browser\n`)])
    } finally {
      process.env['PATH'] = path
    }
  }))

  test('a damaged file is exit code 2, says what is wrong, and leaves nothing', () => withRun(async (folder, run) => {
    writeFileSync(run, readFileSync(run).subarray(0, 500))
    const { code, stdout } = await archnights('view', run, '--json')
    expect([code, error(stdout).code]).toEqual([2, 'SIM4002'])
    expect(error(stdout).message).toContain('damaged')
    const script = await archnights('view', `${example}/script.jsonl`, '--out', join(folder, 'x.html'), '--json')
    expect([script.code, error(script.stdout).message]).toEqual([2, expect.stringContaining('--oracle script:SCRIPT --save RUN')])
    expect(readdirSync(folder)).toEqual(['agent.run'])
    const { stdout: explained } = await archnights('explain', 'SIM4002')
    expect(explained).toContain('archnights view task.run')
  }))

  test('wrong use: no file, a file that is not there, one file twice, a page without a name', () => withRun(async (folder, run) => {
    const failed = async (...args: string[]) => {
      const { code, stdout } = await archnights('view', ...args, '--json')
      return [code, error(stdout).code, error(stdout).message]
    }
    expect(await failed()).toEqual([2, 'CLI2001', expect.stringContaining('run')])
    expect(await failed(join(folder, 'none.run'))).toEqual([2, 'CLI2005', expect.stringContaining('none.run')])
    expect(await failed(run, '--out', run)).toEqual([2, 'CLI2009', `the run and --out name one file: ${run}`])
    expect(await failed(run, '--trace', join(folder, 'a'), '--vcd', join(folder, 'a'))).toEqual([2, 'CLI2009', expect.stringContaining('--trace and --vcd name one file')])
    expect(await failed('-')).toEqual([2, 'CLI2009', expect.stringContaining('has no name')])
    expect(await failed(run, '--out', join(folder, 'no', 'such', 'page.html'))).toEqual([2, 'CLI2006', expect.stringContaining('page.html')])
    expect(readdirSync(folder)).toEqual(['agent.run'])
    const { code, stdout } = await archnights(...agent, '--save', run, '--trace', run, '--json')
    expect([code, error(stdout).code]).toEqual([2, 'CLI2009'])
  }))
})
