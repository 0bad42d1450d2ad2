// Owns: the set-up of firtool. Only tests want it, and they are skipped without it: what cannot be fetched is said, and is no failure.

/** 0 whether it is there or not; 130 after Ctrl-C. */
export const firtool = async ({ say }) => {
  await import('ts-blank-space/register')
  const { ensureFirtool, firtoolCommand } = await import('./firtool-binary.ts')
  const { catchSignals } = await import('../../cli/stop.ts')
  const stop = catchSignals()
  try {
    if (await ensureFirtool(say, { signal: stop.signal }) === undefined) say('there is no firtool for this system: the tests that run it are skipped')
  } catch (failure) {
    if (stop.signal.aborted) return 130
    say(`firtool could not be fetched, and the tests that run it are skipped:\n  ${String(failure.message).trim()}\n  again: ${firtoolCommand}`)
  } finally {
    stop.release()
  }
  return 0
}
