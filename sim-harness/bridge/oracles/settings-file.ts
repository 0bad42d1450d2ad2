// Owns: the file of `--oracle-config`: one JSON object, by the schema of the Oracle that reads it.
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { BridgeError, wordsOf } from '../errors.ts'

/** Which setting, as a path: `retry.attempts`. */
const placed = (issue: { readonly path: readonly PropertyKey[] }, more: readonly string[] = []) => [...issue.path.map(String), ...more].join('.')

/**
 * The settings in `text`, the rest as the schema has them.
 * @throws BridgeError BRG1007 with every finding, as `file: setting: what`
 */
export function parseSettings<S extends z.ZodObject>(schema: S, text: string, file: string): z.infer<S> {
  const wrong = (findings: readonly string[]) => new BridgeError('BRG1007', findings.map((f) => `${file}: ${f}`).join('\n'), `mend the file; there are ${Object.keys(schema.shape).join(', ')}`)
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (thrown) {
    // The words of the parser show a piece of the file, which may hold a key.
    throw wrong([`it is not JSON${/ at position \d+/.exec(wordsOf(thrown))?.[0] ?? ''}`])
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw wrong(parsed.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${placed(issue, [key])}: there is no such setting`)
    return [issue.path.length === 0 ? 'it must be one JSON object, {...}' : `${placed(issue)}: ${issue.message}`]
  }))
}

/**
 * The settings of a file; every default, where none is named.
 * @throws BridgeError BRG1002, BRG1007
 */
export async function readSettings<S extends z.ZodObject>(schema: S, file: string | undefined): Promise<z.infer<S>> {
  if (file === undefined) return schema.parse({})
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (thrown) {
    throw new BridgeError('BRG1002', `the settings ${file} cannot be read: ${wordsOf(thrown)}`, 'give the path of a JSON file that you may read')
  }
  return parseSettings(schema, text, file)
}
