// Owns: `archnights/register`, for `node --import archnights/register`: a designer's TypeScript runs as it stands, and its places in messages are the file's own.
import { existsSync } from 'node:fs'

const source = new URL('../cli/user-code/register.ts', import.meta.url)
const isCheckout = existsSync(source)
if (isCheckout) await import('ts-blank-space/register')
const { acceptUserCode } = await import(isCheckout ? source.href : new URL('../dist/cli/user-code/register.js', import.meta.url).href)
acceptUserCode()
