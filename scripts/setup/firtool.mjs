// Owns: the set-up of firtool. Only tests want it, and they are skipped without it: what cannot be fetched is said, and is no failure.

/** 0, always. */
export const firtool = async ({ say }) => {
  await import('ts-blank-space/register')
  const { ensureFirtool, firtoolCommand } = await import('./firtool-binary.ts')
  try {
    if (await ensureFirtool(say) === undefined) say('there is no firtool for this system: the tests that run it are skipped')
  } catch (failure) {
    say(`firtool could not be fetched, and the tests that run it are skipped:\n  ${String(failure.message).trim()}\n  again: ${firtoolCommand}`)
  }
  return 0
}
