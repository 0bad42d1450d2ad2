// Owns: checks of wrong use: each a message that names the thing and one remedy, exit code 2, nothing on stdout, no stack.
import { describe, expect, test } from 'vitest'
import { archnights } from './command.ts'

const history = 'examples/shell-agent/task.history'

describe('wrong use', () => {
  test.each([
    [[], 'CLI2001', 'no command was given; there are emit, run, view, rocket, fuzz, reference, explain, doctor, setup'],
    [['emitt'], 'CLI2001', "unknown command 'emitt' (Did you mean emit?)"],
    [['prove'], 'CLI2002', 'the command `prove` is not built yet'],
    [['emit'], 'CLI2001', "required option '--out <folder>' not specified"],
    [['emit', '--json', '--out'], 'CLI2001', "option '--out <folder>' argument missing"],
    [['emit', '--out', '--set'], 'CLI2001', "option '--out <folder>' argument '--set' is invalid. it looks like an option"],
    [['emit', '--out', 'x', '--ouput', 'y'], 'CLI2001', "unknown option '--ouput'"],
    [['emit', '--out', 'x', 'y'], 'CLI2001', 'too many arguments'],
    [['emit', '--out', 'x', '--profile', 'compact'], 'CLI2002', '--profile compact is not built yet'],
    [['emit', '--out', 'x', '--profile', 'narrow'], 'CLI2008', '--profile cannot be `narrow`'],
    [['emit', '--out', 'x', '--set', 'slot=2'], 'CLI2003', 'there is no parameter `slot`'],
    [['emit', '--out', 'x', '--set', 'slots=0'], 'CLI2004', 'slots = 0: it must be 1 to 16'],
    [['emit', '--out', 'x', '--set', 'slots=two'], 'CLI2004', 'slots: `two` is not a number'],
    [['explain'], 'CLI2001', "missing required argument 'code'"],
    [['explain', 'RTL9999'], 'CLI2007', 'there is no diagnostic `RTL9999`'],
    [['run', '--history', history], 'CLI2001', "required option '--oracle <spec>' not specified"],
    [['run', '--oracle', 'smollm2'], 'CLI2001', "required option '--history <file>' not specified"],
    [['run', '--history', history, '--oracle', 'smollm2', '--engine', 'spice'], 'CLI2008', '--engine cannot be `spice`'],
    [['run', '--history', history, '--oracle', 'smollm2', '--budget', '-1'], 'CLI2008', '--budget cannot be `-1`'],
    [['run', '--history', history, '--oracle', 'smollm2', '--budget', '281474976710656'], 'CLI2008', '--budget cannot be `281474976710656`'],
    [['run', '--history', history, '--oracle', 'smollm2', '--room', 'much'], 'CLI2008', '--room cannot be `much`'],
    [['run', '--history', history, '--oracle', 'smollm2', '--fst', 'x', '--vcd', 'y'], 'CLI2009', '--vcd and --fst are two forms of the same waves'],
    [['run', '--history', history, '--oracle', 'smollm2', '--fst', 'x', '--trace', './x'], 'CLI2009', '--fst and --trace name one file'],
    [['run', '--history', history, '--oracle', 'smollm2', '--record', 'x', '--trace', './x'], 'CLI2009', '--trace and --record name one file'],
    [['run', '--history', '-', '--oracle', 'human'], 'CLI2009', 'the history and the person would both come from the standard input'],
    [['run', '--history', '-', '--then', '-', '--oracle', 'smollm2'], 'CLI2009', 'the standard input can be read only once'],
    [['run', '--history', history, '--oracle', 'smollm2', '--vcd', 'x', '--trace', './x'], 'CLI2009', '--vcd and --trace name one file'],
    [['run', '--history', history, '--oracle', 'smollm2', '--trace', history], 'CLI2009', 'one file would be read and written'],
    [['run', '--history', history, '--oracle', 'script:./a.jsonl', '--trace', 'a.jsonl'], 'CLI2009', 'one file would be read and written'],
    [['run', '--history', history, '--oracle', 'smollm2', '--model', 'x'], 'CLI2009', '--model is for a server'],
    [['emit', '--out', 'x', '--module', 'x.ts'], 'CLI2005', 'cannot read x.ts: it is not there'],
    [['emit', '--out', ''], 'CLI2001', "option '--out <folder>' argument '' is invalid. it is empty"],
    [['run', '--history', 'no-such.history', '--oracle', 'smollm2'], 'CLI2005', 'cannot read no-such.history: there is no such file'],
    [['run', '--history', 'examples', '--oracle', 'smollm2'], 'CLI2005', 'cannot read examples: it is a folder'],
    [['run', '--history', history, '--then', 'no-such', '--oracle', 'smollm2'], 'CLI2005', 'cannot read no-such: there is no such file'],
  ])('archnights %j', async (args, errorCode, message) => {
    const words = await archnights(...args.filter((a) => a !== '--json'))
    expect([words.code, words.stdout]).toEqual([2, ''])
    expect(words.stderr.startsWith(`error ${errorCode}: ${message}`), words.stderr).toBe(true)
    // One finding, one remedy, and nothing of our insides.
    expect(words.stderr.trim().split('\n').length).toBe(2)
    expect(words.stderr).toMatch(/\n {2}help: \S/)
    // The same as one JSON object on stdout.
    if (args.length === 0) return
    const json = await archnights(...args, ...((args as string[]).includes('--json') ? [] : ['--json']))
    expect([json.code, json.stderr]).toEqual([2, ''])
    const { error } = JSON.parse(json.stdout) as { error: Record<string, string> }
    expect(Object.keys(error)).toEqual(['code', 'message', 'help'])
    expect(error['code']).toBe(errorCode)
  })
})

describe('help', () => {
  test.each([['--help'], ['emit', '--help'], ['run', '--help'], ['explain', '--help'], ['doctor', '--help'], ['setup', '--help'],
    ['rocket', '--help'], ['rocket', 'emit', '--help'], ['rocket', 'build', '--help'], ['rocket', 'run', '--help'], ['rocket', 'compile', '--help']])('%s goes to stdout with exit code 0', async (...args) => {
    const { code, stdout, stderr } = await archnights(...args)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Usage: archnights/)
  })

  test('emit --help lists every parameter with its range and default', async () => {
    const { stdout } = await archnights('emit', '--help')
    expect(stdout).toContain('slots           entries of the slot table\n                  1 to 16; default 8')
    expect(stdout).toContain('recordMarks')
  })
})

describe('explain', () => {
  test.each(['RTL2003', 'rtl2003', 'SIM2001', 'RKT3001', 'BRG1003', 'CLI2006'])('%s', async (given) => {
    const { code, stdout, stderr } = await archnights('explain', given)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.startsWith(`${given.toUpperCase()}: `)).toBe(true)
    expect(stdout.split('\n').length).toBeGreaterThan(3)
  })

  test('--json is one object', async () => {
    const { stdout } = await archnights('explain', 'CLI2006', '--json')
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['code', 'text'])
  })
})
