// Owns: what a JavaScript value is, in words, for messages.

const declarations = new Set<unknown>(['input', 'output', 'sink', 'source', 'wire', 'register', 'memory', 'rom', 'instance'])
const shapes = new Set<unknown>(['uint', 'sint', 'enum', 'bundle', 'vec'])
const isObject = (v: unknown): v is Record<string, unknown> => (typeof v === 'object' || typeof v === 'function') && v !== null

/** Was it made by input, output, sink, source, wire, register, memory, rom or instance? */
export const isDeclaration = (v: unknown): boolean => isObject(v) && declarations.has(v['is']) && 'at' in v
/** Was it made by uint, sint, enumeration, bundle or vec? */
export const isShape = (v: unknown): boolean => isObject(v) && shapes.has(v['kind']) && typeof v['bits'] === 'number'

export function describe(v: unknown): string {
  if (v === null) return 'null'
  if (Array.isArray(v)) return 'an array'
  if (typeof v === 'string') return `the string '${v}'`
  if (v === undefined) return 'undefined'
  if (isDeclaration(v)) return `a declaration (${String((v as { is: unknown }).is)})`
  if (isShape(v)) return `a bare shape (${String((v as { kind: unknown }).kind)})`
  return typeof v === 'object' ? 'an object' : `a ${typeof v}`
}
