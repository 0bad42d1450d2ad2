// Owns: `npm run soak -- kills`: what it takes, what it tells.
import { Command, CommanderError } from 'commander'
import { killRuns, victims } from './kills.ts'

const say = (text: string): void => { process.stderr.write(`${text}\n`) }
const whole = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${text}: a whole number is wanted`)
  return Number(text)
}

/** @returns the exit code: 0 nothing wrong, 1 something, 2 wrong use */
export async function killsCommand(args: readonly string[]): Promise<number> {
  const line = new Command('npm run soak -- kills')
    .description(`\`archnights run\` again and again, of which one part is killed at a random moment: ${victims.join(', ')}. No run may hang, double or lose an answer, leave a process behind, or end without a word.`)
    .option('--times <n>', 'so many kills', whole, 200)
    .option('--seed <n>', 'seed of the first; the others count up', whole, 1)
    .option('--json', 'the result as one JSON object', false)
    .allowExcessArguments(false)
    .exitOverride()
  try {
    const { times, seed, json } = line.parse(args, { from: 'user' }).opts<{ times: number; seed: number; json: boolean }>()
    const outcomes: Record<string, number> = {}
    const failures = await killRuns(times, seed, (done, result) => {
      if (result instanceof Error) return say(result.message)
      const what = `${result.victim}: ${result.outcome}`
      outcomes[what] = (outcomes[what] ?? 0) + 1
      if (done % 10 === 0) say(`${done} of ${times} kills`)
    })
    const lines = [...Object.entries(outcomes).sort().map(([what, n]) => `${what.padEnd(32)} ${n}`), `${times} kills from seed ${seed}, ${failures.length} wrong`]
    process.stdout.write(json ? `${JSON.stringify({ kills: times, seed, outcomes, failures: failures.map((f) => f.message) })}\n` : `${lines.join('\n')}\n`)
    return failures.length > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    say(`error: ${(error as Error).message}`)
    return 2
  }
}
