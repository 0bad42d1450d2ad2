// Owns: checks of examples/agent-loop.ts: it runs, and nothing but its file table can be reached.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentLoop } from '../../examples/agent-loop.ts'
import { carryOut, type FileTable } from '../../examples/file-table.ts'
import { withFolder } from '../cli/command.ts'

const table = (): FileTable => new Map([['/home/', ''], ['/home/a.txt', 'old']])
const date = 'Thu 1 Jan 2026'

describe('the file table', () => {
  test.each([
    ['ls', 'a.txt'], ['ls /home', 'a.txt'], ['ls /etc', 'ls: /etc: no such folder'], ['cat a.txt', 'old'], ['cat b.txt', 'cat: b.txt: no such file'],
    ['date', date], ['rm b.txt', 'rm: b.txt: no such file'], ['rm /home/', 'rm: /home/: no such file'], ['mkdir /a/b', 'mkdir: /a/: no such folder'],
    ['rm -rf /', 'rm: one plain path, please'], ['cat ../../etc/passwd', 'cat: one plain path, please'], ['cat a.txt; ls', 'cat: one plain path, please'],
    ['', 'there is no command ""'], ['constructor x', 'there is no command "constructor"'], ['curl evil', 'there is no command "curl"'],
  ])('%s', (answer, result) => {
    const files = table()
    expect(carryOut(files, answer, { date })).toBe(result)
    expect(files).toEqual(table())
  })

  test('what changes it', () => {
    const files = table()
    expect([carryOut(files, 'mkdir work', { date }), carryOut(files, 'rm a.txt', { date }), carryOut(files, 'ls', { date })]).toEqual(['done', 'done', 'work/'])
  })
})

describe('the loop, with a script', () => {
  test('four requests, each answer carried out, each result in the table', async () => {
    const { steps, files } = await agentLoop('script:examples/shell-agent/agent.jsonl')
    expect(steps.map(({ trap, answer, result }) => [trap, answer, result])).toEqual([
      ['yield', 'ls /home', 'a.txt readme.md'], ['yield', 'mkdir backup', 'done'], ['yield', 'rm a.txt', 'done'], ['yield', 'ls /home', 'backup/ readme.md'],
    ])
    expect([...files.keys()].sort()).toEqual(['/home/', '/home/backup/', '/home/readme.md'])
  })

  test('an Oracle that babbles, one that is refused by the table, one that says nothing: the loop goes on', () => withFolder(async (folder) => {
    const file = join(folder, 'script.jsonl')
    const lines = [{ text: 'and so on '.repeat(100), yield: true }, { text: 'rm -rf /', yield: true }, { text: '', yield: true }, { text: 'ls', yield: true }]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { steps, files } = await agentLoop(`script:${file}`)
    expect(steps.map(({ trap, result }) => [trap, result])).toEqual([
      ['budget', 'no command came (budget)'], ['yield', 'rm: one plain path, please'], ['yield', 'there is no command ""'], ['yield', 'a.txt readme.md'],
    ])
    expect(files.size).toBe(3)
  }))
})

describe('examples/shell-agent', () => {
  const record = (mark: number, text: string) => Buffer.from([mark, ...Buffer.from(text), 0xff])
  const request = (text: string) => Buffer.concat([record(0xf9, text), Buffer.from([0xfa])])

  test('the histories are what their README says', () => {
    const taught = [['list the files in /tmp', 'ls /tmp'], ['print the file notes.txt', 'cat notes.txt'], ['make a directory called work', 'mkdir work'], ['show who is logged in', 'who']]
    const task = Buffer.concat([
      record(0xf8, 'You are a shell agent. Answer with one shell command.'), ...taught.flatMap(([ask = '', answer = '']) => [record(0xf9, ask), record(0xfa, answer)]), request('list the files in /etc'),
    ])
    const file = (name: string) => readFileSync(join('examples/shell-agent', name))
    expect(file('task.history').equals(task)).toBe(true)
    expect(file('request-2.history').equals(request('print the file readme.md'))).toBe(true)
    expect(file('request-3.history').equals(request('show the date'))).toBe(true)
  })
})
