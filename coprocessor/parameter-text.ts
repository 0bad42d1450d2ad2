// Owns: generator parameters as text: how a person writes one, what it may be, and what is wrong with one that does not fit. All from the schema.
import { z } from 'zod'
import { parameterSchema, type Parameters } from './parameters.ts'

/** One parameter as help and reference pages show it. Addresses are shown in hexadecimal. `costs`: what it costs, or hangs on it; Markdown, links from docs/reference. */
export interface ParameterInfo { readonly name: keyof Parameters; readonly doc: string; readonly values: string; readonly initial: string; readonly costs: string }

export const parameterNames = Object.keys(parameterSchema.shape) as (keyof Parameters)[]

/** The type inside a default. */
const inner = (name: keyof Parameters): unknown => parameterSchema.shape[name].def.innerType

/** A value as it is written after `name=`. */
export const formatParameter = (value: Parameters[keyof Parameters]): string =>
  Array.isArray(value) ? value.map((v) => `0x${v.toString(16)}`).join(',') : typeof value === 'bigint' ? `0x${value.toString(16)}` : String(value)

const literals = (type: unknown): readonly unknown[] | undefined => {
  if (type instanceof z.ZodLiteral) return [...type.values]
  if (type instanceof z.ZodUnion) return type.options.flatMap((option) => literals(option) ?? [])
  return undefined
}

/** The length that the schema demands of a list. */
const lengthOf = (type: z.ZodArray): number | string => {
  const check = type.def.checks?.map((c) => c._zod.def as { check: string; length?: number }).find((c) => c.check === 'length_equals')
  return check?.length ?? 'some'
}

const range = (type: unknown): string => {
  const fixed = literals(type)
  if (fixed) return fixed.length === 1 ? `only ${String(fixed[0])}` : `${fixed.slice(0, -1).join(', ')} or ${String(fixed.at(-1))}`
  if (type instanceof z.ZodNumber) return `${type.minValue} to ${type.maxValue}`
  if (type instanceof z.ZodBigInt) return `0x${(type.minValue ?? 0n).toString(16)} to 0x${(type.maxValue ?? 0n).toString(16)}`
  if (type instanceof z.ZodArray) return `a list of ${lengthOf(type)} values ${range(type.element)}`
  return 'any'
}

/** What the schema says about a parameter. */
export const parameterInfo = (name: keyof Parameters): ParameterInfo => ({
  name,
  doc: parameterSchema.shape[name].description ?? '',
  values: range(inner(name)),
  initial: formatParameter(parameterSchema.parse({})[name]),
  costs: String(parameterSchema.shape[name].meta()?.['costs'] ?? ''),
})

/** Wrong text for a parameter: `name` as it was given, one sentence, one remedy. */
export class ParameterTextError extends Error {
  readonly kind: 'unknown' | 'value'
  readonly help: string
  constructor(kind: 'unknown' | 'value', message: string, help: string) {
    super(message)
    this.name = 'ParameterTextError'
    this.kind = kind
    this.help = help
  }
}

const number = /^(0[xX][0-9a-fA-F]+|[0-9]+)$/
const remedy = (name: keyof Parameters) => {
  const info = parameterInfo(name)
  return `${name}: ${info.doc} (${info.values}; default ${info.initial})`
}
const isParameter = (name: string): name is keyof Parameters => (parameterNames as string[]).includes(name)

/** Numbers as the schema wants them: bigint for addresses, lists where it has arrays. */
function valueOf(name: keyof Parameters, text: string): unknown {
  const one = (part: string): bigint => {
    const plain = part.trim().replaceAll('_', '')
    if (!number.test(plain)) throw new ParameterTextError('value', `${name}: \`${part}\` is not a number`, `write it in decimal or as 0x...; ${remedy(name)}`)
    return BigInt(plain)
  }
  const type = inner(name)
  if (type instanceof z.ZodArray) return text.split(',').map((part) => Number(one(part)))
  if (type instanceof z.ZodBigInt) return one(text)
  return Number(one(text))
}

/**
 * The parameters that a list of `name=value` texts stands for; the rest have their defaults. Decimal and 0x numbers, `_` between digits, lists with commas.
 * @throws ParameterTextError for an unknown name, a name that is given twice, or a value that the schema refuses.
 */
export function parseParameters(settings: readonly string[]): Parameters {
  const given: Record<string, unknown> = {}
  for (const setting of settings) {
    const at = setting.indexOf('=')
    const name = setting.slice(0, at < 0 ? undefined : at).trim()
    if (!isParameter(name)) throw new ParameterTextError('unknown', `there is no parameter \`${name}\``, `there are ${parameterNames.join(', ')}`)
    if (at < 0) throw new ParameterTextError('value', `${name} has no value`, `write ${name}=value; ${remedy(name)}`)
    if (name in given) throw new ParameterTextError('value', `${name} is given twice`, 'give it once')
    given[name] = valueOf(name, setting.slice(at + 1))
  }
  const result = parameterSchema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = String(issue?.path[0] ?? '')
  if (!isParameter(name)) throw new ParameterTextError('value', issue?.message ?? 'the parameters do not fit together', 'see the list of parameters')
  // The schema speaks of types; people want the value that they wrote and what it may be.
  const said = issue?.code === 'custom' ? issue.message : `it must be ${range(inner(name))}`
  const shown = given[name] === undefined ? formatParameter(parameterSchema.parse({})[name]) : formatParameter(given[name] as Parameters[typeof name])
  throw new ParameterTextError('value', `${name} = ${shown}: ${said}`, remedy(name))
}
