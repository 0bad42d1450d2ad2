// Owns: what `verilator_coverage` makes of a run: the emitted Verilog with the count of each line, LCOV, and how much of all was reached.
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runTool } from '../tool.ts'
import { verilatorPackages } from './build.ts'

export interface CoverageReport {
  /** Lines, branches and bits, together: reached at least once, of all. */
  readonly reached: number
  readonly of: number
  /** `coverage.dat`, which `verilator_coverage` merges; `coverage.info`, for genhtml; `annotated/NAME.v`. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
}

/** How the files of a report begin: known again before they are overwritten. */
export const isCoverageFile = (name: string, text: string): boolean =>
  text.trim() === '' || (name.endsWith('.v') ? /^\s*\/\/\s+verilator_coverage annotation/.test(text) : name.endsWith('.info') ? text.startsWith('TN:verilator_coverage') : text.startsWith('# SystemC::Coverage'))

/**
 * @param binary the simulator, beside which its sources lie
 * @param data what it wrote as `coverageFile`
 * @throws HarnessError SIM1001, SIM1002, SIM3005
 */
export async function verilatorCoverage({ binary, data, signal }: { readonly binary: string; readonly data: string; readonly signal?: AbortSignal | undefined }): Promise<CoverageReport> {
  const work = await mkdtemp(join(tmpdir(), 'archnights-coverage-'))
  try {
    const annotated = join(work, 'annotated'), info = join(work, 'coverage.info')
    await mkdir(annotated)
    const tool = (args: readonly string[]): Promise<string> => runTool({ name: 'verilator_coverage', args: [...args, data], cwd: dirname(binary), signal, packages: verilatorPackages })
    // A line counts as reached from one time on, not from ten.
    const said = await tool(['--annotate-min', '1', '--annotate-all', '--annotate', annotated])
    await tool(['--write-info', info])
    const [, reached, of] = /Total coverage \((\d+)\/(\d+)\)/.exec(said) ?? []
    const sources = (await readdir(annotated)).sort()
    return {
      reached: Number(reached ?? 0), of: Number(of ?? 0),
      files: [
        { name: 'coverage.dat', text: await readFile(data, 'utf8') }, { name: 'coverage.info', text: await readFile(info, 'utf8') },
        ...await Promise.all(sources.map(async (name) => ({ name: `annotated/${name}`, text: await readFile(join(annotated, name), 'utf8') }))),
      ],
    }
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 3 })
  }
}
