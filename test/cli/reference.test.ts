// Owns: checks of `archnights reference` as a process: a line for a line, its end with its input, and at Ctrl-C.
import { describe, expect, test } from 'vitest'
import { archnightsProcess } from './command.ts'

const lines = (text: string) => text.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown)

describe('reference', () => {
  test('answers each line and ends with its input', async () => {
    const asked = ['{"op": "machine", "settings": ["slots=3"]}', '', '{"op": "state", "id": 1, "slot": 2}', '{"op": "state", "id": 2, "slot": 0}', 'hello', '{"op": "close", "id": 1}']
    const { code, stdout, stderr } = await archnightsProcess(['reference'], (child) => child.stdin!.end(asked.join('\n')))
    expect([code, stderr]).toEqual([0, ''])
    expect(lines(stdout)).toEqual([
      { id: 1 }, expect.objectContaining({ status: 'free', interrupt: false }), { error: expect.objectContaining({ code: 'SIM5001', message: 'nothing has the number 2' }) as object },
      { error: expect.objectContaining({ message: 'a line is no JSON' }) as object }, {},
    ])
  })

  test('Ctrl-C ends it, with 130', async () => {
    const { code, stdout } = await archnightsProcess(['reference'], (child) => {
      child.stdin!.write('{"op": "observer", "settings": []}\n')
      child.stdout!.once('data', () => child.kill('SIGINT'))
    })
    expect([code, lines(stdout)]).toEqual([130, [{ id: 1 }]])
  })
})
