// Owns: what a dialect is: how a history becomes the request of one kind of server, and what one frame of its reply says.
import { z } from 'zod'
import type { Framing } from '../http/event-stream.ts'
import type { Message } from './conversation.ts'
import type { ServerSettings } from './settings.ts'

/** Token counts of a query as far as the server told them: of the whole prompt, of its part that was not computed again, of the answer. */
export interface Usage { readonly prompt?: number | undefined; readonly cached?: number | undefined; readonly completion?: number | undefined }

/** What one frame says; what is absent it does not say. */
export interface Reading {
  /** More of the answer. */
  readonly text?: string | undefined
  /** The server works, though nothing of it is answer: a thought. */
  readonly works?: boolean | undefined
  /** The answer ends here, for this reason: `stop` where the model ended it or the stop string came, `length` at the limit, else in the server's word. */
  readonly finish?: string | undefined
  /** The reply ends here. */
  readonly done?: boolean | undefined
  readonly usage?: Usage | undefined
  /** The server failed: its words. */
  readonly error?: string | undefined
  /** The server said that it read only a part of the prompt. */
  readonly cut?: boolean | undefined
}

/** A history in the two forms in which servers want it; each is made when it is asked for. */
export interface Told {
  /** The records as messages: the system's first, then Priestess and Oracle in turn. */
  readonly messages: readonly Message[]
  /** The history as one text. */
  readonly prompt: string
}

export interface Dialect {
  readonly name: string
  /** Where the server has this: behind the path of the URL, or behind `base` where the URL has no path. */
  readonly base: string
  readonly path: string
  readonly needsModel: boolean
  /** How a reply is cut whose content type does not say. */
  readonly framing: Framing
  /** Besides content type and key. */
  readonly headers?: Readonly<Record<string, string>>
  /** The header that carries the key. */
  readonly keyHeader: (key: string) => readonly [name: string, value: string]
  /** The request, without the user's own fields. */
  body(told: Told, settings: ServerSettings, model: string | undefined): Readonly<Record<string, unknown>>
  /** Only of JSON that parsed. @throws z.ZodError for a form that the dialect does not have */
  read(json: unknown): Reading
}

export const bearer = (key: string): readonly [string, string] => ['authorization', `Bearer ${key}`]

/** A count of tokens; one that is none is no reason to lose an answer. */
export const count = z.number().int().min(0).max(0xffff_ffff).nullish().catch(undefined).transform((n) => n ?? undefined)
/** A reason to end; servers write none as null or as an empty text. */
export const reason = z.string().nullish().transform((r) => (r === null || r === '' ? undefined : r))
/** Text, or the texts of a list of parts. */
export const text = z.union([z.string(), z.array(z.looseObject({ text: z.string().nullish() })).transform((parts) => parts.map((p) => p.text ?? '').join(''))]).nullish().transform((t) => t ?? undefined)

const errorSchema = z.union([z.string(), z.looseObject({ message: z.string().nullish(), type: z.unknown().optional(), code: z.unknown().optional() })])
/** The words of an `error` field, its kind and code among them; undefined: there is none. */
export function errorWords(error: unknown): string | undefined {
  if (error === undefined || error === null || error === false) return undefined
  const parsed = errorSchema.safeParse(error)
  if (!parsed.success) return JSON.stringify(error)
  if (typeof parsed.data === 'string') return parsed.data
  const { message, type, code } = parsed.data
  const kind = [type, code].filter((k) => typeof k === 'string' || typeof k === 'number').join(', ')
  return [message ?? '', kind === '' ? '' : `(${kind})`].filter((w) => w !== '').join(' ') || JSON.stringify(error)
}
