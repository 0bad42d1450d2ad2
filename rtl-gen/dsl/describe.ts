// Owns: what a JavaScript value is, in words, for messages.

const declarations = new Set<unknown>(['input', 'output', 'sink', 'source', 'wire', 'register', 'memory', 'rom', 'instance'])
const shapes = new Set<unknown>(['uint', 'sint', 'enum', 'bundle', 'vec'])
const isObject = (v: unknown): v is Record<string, unknown> => (typeof v === 'object' || typeof v === 'function') && v !== null

/** Was it made by input, output, sink, source, wire, register, memory, rom or instance? */
export const isDeclaration = (v: unknown): boolean => isObject(v) && declarations.has(v['is']) && 'at' in v
/** Was it made by uint, sint, enumeration, bundle or vec? */
export const isShape = (v: unknown): boolean => isObject(v) && shapes.has(v['kind']) && typeof v['bits'] === 'number'

const kinds = new WeakMap<object, string>()
/** Says what the objects of a class are called. */
export const called = (of: { readonly prototype: object }, text: string): void => void kinds.set(of.prototype, text)
const kindOf = (v: object): string | undefined => {
  for (let p: object | null = v; p !== null; p = Object.getPrototypeOf(p) as object | null) if (kinds.has(p)) return kinds.get(p)
  return undefined
}

/** Was it made by module or blackBox? */
export const isModule = (v: unknown): boolean => isObject(v) && typeof v['body'] === 'function' && isObject(v['ports']) && 'at' in v

export function describe(v: unknown): string {
  if (v === null) return 'null'
  if (Array.isArray(v)) return 'an array'
  if (typeof v === 'string') return `the string '${v}'`
  if (v === undefined) return 'undefined'
  if (isDeclaration(v)) return `a declaration (${String((v as { is: unknown }).is)})`
  if (isShape(v)) return `a bare shape (${String((v as { kind: unknown }).kind)})`
  if (isModule(v)) return 'a module'
  if (isObject(v) && v['kind'] === 'design' && Array.isArray(v['modules'])) return 'a design'
  if (typeof v === 'object') return kindOf(v) ?? (v instanceof Promise ? 'a promise: it is async' : 'an object')
  return `a ${typeof v}`
}
