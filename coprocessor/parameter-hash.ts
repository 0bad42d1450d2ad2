// Owns: the hash that tells two differently generated units apart.
import { createHash } from 'node:crypto'
import type { Parameters } from './parameters.ts'

/** 62 bits of SHA-256 over the parameters in the order of their names; what `oinfo parameters` answers. */
export function parameterHash(p: Parameters): bigint {
  const text = Object.entries(p).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => `${k}=${String(v)}\n`).join('')
  return BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 16)}`) >> 2n
}
