// Owns: one case of a misbehaving server, played: the unit's frames on one side of a host, the server's bytes on the other, and the comparison.
import { expect } from 'vitest'
import type { Frame } from '../../../../coprocessor/link/codec.ts'
import { BridgeHost } from '../../../../sim-harness/bridge/host.ts'
import { dialectNamed } from '../../../../sim-harness/bridge/dialects/index.ts'
import { serverSettingsSchema } from '../../../../sim-harness/bridge/dialects/settings.ts'
import { defaultSymbols, encodeRecord } from '../../../../sim-harness/bridge/history/records.ts'
import { serverWith } from '../../../../sim-harness/bridge/oracles/open-server.ts'
import type { ServerNote } from '../../../../sim-harness/bridge/oracles/server.ts'
import { joined } from '../../../../sim-harness/bridge/slot-mirror.ts'
import { openSession, query, take, unitFrame } from '../play.ts'
import { loopback, type Received, type ServedExchange } from './loopback.ts'

interface Expected {
  readonly outcome: 'answer' | 'error'
  readonly answer?: string
  readonly answer_repeat?: { readonly utf8: string; readonly times: number; readonly then: string }
  readonly yielded?: boolean
  readonly finish?: string
  readonly attempts?: number
  readonly metrics?: Readonly<Record<string, number>>
  readonly error?: string
  readonly appended_bytes?: number
  readonly message_contains?: string
  readonly message_lacks?: string
  readonly message_max?: number
  readonly min_elapsed_ms?: number
  readonly max_elapsed_ms?: number
  readonly upstream_closed?: boolean
}
export interface Step {
  readonly history?: string
  readonly history_hex?: string
  readonly records?: readonly { readonly side: 'P' | 'O' | 'S'; readonly text: string }[]
  readonly wait_before_ms?: number
  readonly cancel_after_content_bytes?: number
  readonly expect: Expected
}
interface RequestCheck { readonly exchange: number; readonly path: string; readonly op: string; readonly value?: unknown }
export interface Case {
  readonly id: string
  readonly backend: string
  readonly lesson: string
  readonly config?: { readonly retry?: object; readonly api_key?: string }
  readonly steps: readonly Step[]
  readonly server: readonly ServedExchange[]
  readonly expect_request?: readonly RequestCheck[]
  /** Connections that were made in all. */
  readonly expect_connections?: number
  readonly expect_log?: { readonly must_not_contain: readonly string[] }
}
export interface CaseFile { readonly defaults: { readonly yield: string; readonly retry: object }; readonly cases: readonly Case[] }

const sides = { P: 'priestess', O: 'oracle', S: 'system' } as const

/** The cases write the yield as the server's string; the segment has one symbol. */
function historyOf(step: Step, stop: string): Uint8Array {
  if (step.records) return Buffer.concat(step.records.map((r) => encodeRecord(sides[r.side], r.text)))
  if (step.history_hex !== undefined) return Buffer.from(step.history_hex, 'hex')
  return segment(step.history ?? '', stop)
}
const segment = (text: string, stop: string): Uint8Array =>
  Buffer.concat(text.split(stop).flatMap((part, i) => [...(i === 0 ? [] : [Buffer.from([defaultSymbols.yieldSymbol])]), Buffer.from(part)]))

const forget = (outcome: Partial<Outcome>): void => {
  delete outcome.answered
  delete outcome.failed
  delete outcome.at
}
const at = (json: unknown, path: string): unknown => path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json)
const textOf = (content: unknown): string => (Array.isArray(content) ? content.map((c) => (c as { text: string }).text).join('') : String(content))

function checkRequest(received: readonly Received[], { exchange, path, op, value }: RequestCheck): void {
  const body = new TextDecoder('utf-8', { fatal: true }).decode(received[exchange]!.body)
  const found = at(JSON.parse(body), path)
  const messages = found as { role: string; content: unknown }[]
  switch (op) {
    case 'eq': return expect(found).toEqual(value)
    case 'contains': return expect(found).toContain(value)
    case 'starts_with': return expect(String(found).startsWith(String(value)), `${path} starts with ${String(value)}`).toBe(true)
    case 'well_formed': return expect(JSON.stringify(found)).not.toMatch(/\\ud[89a-f]|\p{Surrogate}/iu)
    case 'roles_alternate': return messages.forEach((m, i) => expect(m.role, `message ${i}`).not.toBe(messages[i - 1]?.role))
    case 'last_role': return expect(messages.at(-1)!.role).toBe(value)
    case 'text_in_order': {
      const all = messages.map((m) => textOf(m.content)).join('\n')
      let from = 0
      for (const word of value as string[]) {
        from = all.indexOf(word, from)
        expect(from, `${word} in its place`).toBeGreaterThanOrEqual(0)
      }
      return
    }
    default: throw new Error(`no such check: ${op}`)
  }
}

async function wholeAnswer(host: BridgeHost): Promise<{ symbols: Uint8Array; end: Frame }> {
  const parts: Uint8Array[] = []
  for (;;) {
    const { frame } = (await take(host))!
    parts.push(frame.data)
    if (frame.kind.name !== 'answer' || frame.tokens) return { symbols: joined(parts), end: frame }
  }
}

/** Plays the case and compares; throws at the first difference. */
export async function runCase(c: Case, { defaults }: Pick<CaseFile, 'defaults'>): Promise<void> {
  const server = await loopback(c.server)
  const lines: string[] = []
  const settings = serverSettingsSchema.parse({ ...defaults, ...c.config, retry: { ...defaults.retry, ...c.config?.retry } })
  const outcome: Partial<Pick<Outcome, 'answered' | 'failed' | 'at'>> = {}
  let arrived: (bytes: number) => void = () => undefined
  let ended: () => void = () => undefined
  const oracle = serverWith(dialectNamed(c.backend)!, server.url, defaultSymbols, settings, {
    model: 'm', log: (line) => { lines.push(line) },
    answered: (note) => { outcome.answered = note; outcome.at = performance.now(); ended() },
    failed: (failure) => { outcome.failed = failure; outcome.at = performance.now(); ended() },
    arrived: (_slot, units) => arrived(units),
  })
  const host = new BridgeHost({ oracle, session: 1, report: ({ message }) => { lines.push(message) } })
  try {
    await openSession(host, 1)
    let before: Uint8Array = new Uint8Array(0)
    for (const [n, step] of c.steps.entries()) {
      if (step.wait_before_ms !== undefined) await new Promise((resolve) => { setTimeout(resolve, step.wait_before_ms) })
      const tags = { slot: 3, session: 1, sequence: n + 1, oracle: 0 }
      const history = historyOf(step, settings.yield)
      // As the unit does: what the host has is not sent again.
      let held = 0
      while (held < before.length && held < history.length && before[held] === history[held]) held++
      forget(outcome)
      const over = new Promise<void>((resolve) => { ended = resolve })
      const began = performance.now()
      const cancel = step.cancel_after_content_bytes
      arrived = (units) => {
        if (cancel === undefined || units < cancel) return
        arrived = () => undefined
        host.receive(unitFrame('abort', { ...tags, offset: history.length }), 2_000_000)
      }
      host.receive(query({ ...tags, offset: held }, history.slice(held)), 1000 * (n + 1))
      let appended: Uint8Array = new Uint8Array(0)
      if (cancel !== undefined) await over
      else {
        const { symbols, end } = await wholeAnswer(host)
        appended = symbols
        if (step.expect.outcome === 'answer') expect(end.kind.name, outcome.failed?.message).toBe('answer')
        else expect(end.kind.name).toBe(step.expect.error === 'E_CONTEXT' ? 'reject' : 'fault')
      }
      // The frames to the unit are not the bridge's time to an answer.
      const elapsed = outcome.at! - began
      compare(step.expect, { appended, ...outcome, elapsed }, settings.yield)
      if (step.expect.upstream_closed) expect(await server.closedByClient(server.received.length - 1, 250), 'the bridge closes the connection itself').toBe(true)
      before = Buffer.concat([history, appended])
    }
    for (const check of c.expect_request ?? []) checkRequest(server.received, check)
    for (const word of c.expect_log?.must_not_contain ?? []) expect(lines.join('\n')).not.toContain(word)
    if (c.expect_connections !== undefined) expect(new Set(server.received.map((r) => r.connection)).size, 'connections').toBe(c.expect_connections)
    expect(server.received.length, 'every exchange was asked for').toBe(c.server.length)
  } finally {
    await host.close()
    await oracle.dispose()
    await server.close()
  }
}

interface Failed { readonly code: string; readonly attempts: number; readonly message: string }
interface Outcome { readonly appended: Uint8Array; answered?: ServerNote; failed?: Failed; at?: number; readonly elapsed: number }

function compare(e: Expected, { appended, answered, failed, elapsed }: Outcome, stop: string): void {
  if (e.outcome === 'answer') {
    const text = e.answer ?? e.answer_repeat!.utf8.repeat(e.answer_repeat!.times) + e.answer_repeat!.then
    expect(failed?.message).toBeUndefined()
    expect(Buffer.compare(appended, segment(text, stop)), text.length > 1000 ? 'the long answer' : `got ${JSON.stringify(Buffer.from(appended).toString())}`).toBe(0)
    expect(answered).toMatchObject({ yielded: e.yielded, finish: e.finish, attempts: e.attempts })
    const { usage, recomputed } = answered!
    expect({ prompt_tokens: usage.prompt, cached_tokens: usage.cached, completion_tokens: usage.completion, recomputed_tokens: recomputed }).toMatchObject(e.metrics ?? {})
  } else {
    expect(failed).toMatchObject({ code: e.error, attempts: e.attempts })
    expect(appended.length).toBe(e.appended_bytes)
    const { message } = failed!
    if (e.message_contains !== undefined) expect(message).toContain(e.message_contains)
    if (e.message_lacks !== undefined) expect(message).not.toContain(e.message_lacks)
    if (e.message_max !== undefined) expect(message.length).toBeLessThanOrEqual(e.message_max)
  }
  if (e.min_elapsed_ms !== undefined) expect(elapsed).toBeGreaterThanOrEqual(e.min_elapsed_ms)
  if (e.max_elapsed_ms !== undefined) expect(elapsed).toBeLessThanOrEqual(e.max_elapsed_ms)
}
