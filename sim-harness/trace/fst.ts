// Owns: waves as FST, the compact form that GTKWave opens quickly: made from VCD by GTKWave's own vcd2fst.
import { HarnessError } from '../errors.ts'
import { runTool } from '../engines/tool.ts'

const converter = 'vcd2fst', packages = ['gtkwave']

/** What to do without the converter is to keep the VCD, not to choose another engine. */
async function convert(args: readonly string[], signal: AbortSignal | undefined): Promise<void> {
  try {
    await runTool({ name: converter, args, signal, packages })
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'SIM1001') throw error
    throw new HarnessError('SIM1001', error.message, `apt-get install --no-install-recommends ${packages.join(' ')}; or write a VCD, which needs no tool`)
  }
}

/** Finds out before a long run whether its waves could become FST. @throws HarnessError SIM1001, SIM3005 (stopped) */
export async function needFstConverter(signal?: AbortSignal): Promise<void> {
  try {
    await convert(['--help'], signal)
  } catch (error) {
    // It is there, whatever it thinks of the question.
    if (!(error instanceof HarnessError) || error.code !== 'SIM1002') throw error
  }
}

/** Reads the VCD file and writes the FST file. @throws HarnessError SIM1001 (vcd2fst is missing), SIM1002 (it refused the file), SIM3005 (stopped) */
export async function vcdToFst(vcd: string, fst: string, signal?: AbortSignal): Promise<void> {
  await convert(['--vcdname', vcd, '--fstname', fst], signal)
}
