// Owns: `archnights doctor`: which tools are here, which are missing, and which commands that matters to.
import { Command } from 'commander'
import { CliError } from './failure.ts'
import type { Context } from './main.ts'
import { look, tools, type Finding } from './tools.ts'

/** The model and its engine, as the bridge finds them, and the Node that runs this. */
async function ourFindings(): Promise<Finding[]> {
  const { engineStatus, modelFileStatus } = await import('../sim-harness/bridge/setup/status.ts')
  const found = async (name: string, what: typeof engineStatus): Promise<Finding> => {
    const { state, message, remedy } = await what()
    return { name, found: state === 'present', version: state === 'present' ? message : '', neededBy: '`npm start`, `run --oracle smollm2`', required: true, howToGet: remedy }
  }
  return [
    { name: 'node', found: true, version: process.versions.node, neededBy: 'everything', required: true, howToGet: '' },
    await found("the model's engine", engineStatus),
    await found('the model SmolLM2', modelFileStatus),
  ]
}

export const doctorCommand = ({ output }: Context): Command => new Command('doctor')
  .description('show which tools are here, which are missing, and which commands need them')
  .option('--json', 'one JSON object on stdout')
  .action(async () => {
    const findings = [...await ourFindings(), ...tools.map(look)]
    const { green, red, yellow } = output.colours
    const wide = Math.max(...findings.map((f) => f.name.length))
    for (const f of findings) {
      const mark = f.found ? green('here   ') : f.required ? red('missing') : yellow('missing')
      output.line(`${mark}  ${f.name.padEnd(wide)}  ${f.found ? f.version : `for ${f.neededBy}: ${f.howToGet}`}`)
    }
    const lacking = findings.filter((f) => f.required && !f.found)
    if (lacking.length > 0) throw new CliError('CLI3002', `\`npm start\` needs ${lacking.map((f) => f.name).join(' and ')}`, lacking[0]?.howToGet ?? '')
    output.object({ tools: findings })
  })
