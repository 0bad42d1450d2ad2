// Owns: loading TypeScript under vitest exactly as `node --import ts-blank-space/register` does; vitest's own loader moves lines, and designs hold
// the lines they were written in. (That loader itself does not know the query that vitest adds to the name of a test file.)
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import blankTypes from 'ts-blank-space'

export async function load(url, context, nextLoad) {
  if (!/\.ts(\?|$)/.test(url) || url.includes('/node_modules/')) return nextLoad(url, context)
  const { source } = await nextLoad(url, { ...context, format: 'module' })
  return { format: 'module', shortCircuit: true, source: blankTypes(source.toString()) }
}

// The loader runs in a thread of its own, which imports this file again.
if (isMainThread) register(import.meta.url)
