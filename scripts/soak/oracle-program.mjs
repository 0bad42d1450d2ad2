// Owns: the program that is the Oracle of a kill run: it answers piece by piece, and at one piece kills itself, its parent or the simulator beside it.
import { readFileSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { answerTo, pieces } from './answers.mjs'

const [target, piece, delay] = process.argv.slice(2)
let left = Number(piece)

/** Children of the process that started this one, this one not counted. */
const siblings = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid).filter((name) => {
  try {
    return readFileSync(`/proc/${name}/stat`, 'latin1').replace(/^.*\) \S /s, '').split(' ')[0] === String(process.ppid)
  } catch {
    return false
  }
}).map(Number)

const victims = { model: () => [process.pid], bridge: () => [process.ppid], simulator: siblings, nobody: () => [] }
const strike = () => { for (const pid of victims[target]()) process.kill(pid, 'SIGKILL') }
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms) })

for await (const line of createInterface({ input: process.stdin })) {
  const { query, history } = JSON.parse(line)
  if (query === undefined) continue
  const parts = pieces(answerTo(Buffer.from(history, 'base64').toString('latin1')))
  for (const [i, text] of parts.entries()) {
    if (left-- === 0) setTimeout(strike, Number(delay))
    await pause(2)
    process.stdout.write(`${JSON.stringify({ query, text, after_cycles: 40, ...(i === parts.length - 1 ? { yield: true } : { more: true }) })}\n`)
  }
}
