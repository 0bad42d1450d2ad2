// Owns: `archnights explain CODE`: a diagnostic, at length.
import { Command } from 'commander'
import { explainCode } from '../rtl-gen/diagnostics/index.ts'
import { rocketCodes } from '../rocket-config/errors.ts'
import { bridgeErrors } from '../sim-harness/bridge/errors.ts'
import { harnessCodes } from '../sim-harness/errors.ts'
import { cliCodes } from './codes.ts'
import { CliError } from './failure.ts'
import type { Context } from './main.ts'

interface Entry { readonly title: string; readonly text: string; readonly example?: string }

/** The codes of the rooms that keep a table of their own; those of the language are explained by rtl-gen. */
const tables: Readonly<Record<string, Entry>> = {
  ...cliCodes, ...harnessCodes, ...rocketCodes,
  ...Object.fromEntries(Object.entries(bridgeErrors).map(([code, { title, explain }]) => [code, { title, text: explain }])),
}

const explanation = (code: string): string | undefined => {
  const entry = tables[code]
  if (!entry) return explainCode(code)
  const example = entry.example === undefined ? [] : ['', ...entry.example.split('\n').map((line) => `    ${line}`)]
  return [`${code}: ${entry.title}`, '', entry.text, ...example].join('\n')
}

export const explainCommand = ({ output }: Context): Command => new Command('explain')
  .description('explain a diagnostic, for example RTL2003')
  .argument('<code>', 'the code that stands in the message')
  .option('--json', 'one JSON object on stdout')
  .action((given: string) => {
    const code = given.toUpperCase()
    const text = explanation(code)
    if (text === undefined) throw new CliError('CLI2007', `there is no diagnostic \`${given}\``, 'give the code as it stands in the message, for example RTL2003')
    output.line(text)
    output.object({ code, text })
  })
