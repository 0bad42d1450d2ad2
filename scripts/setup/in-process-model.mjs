// Owns: the set-up of the model that answers in the process: its engine and its weights, by the bridge's own set-up, once the npm packages are there.

/** 0 when both are there; 3 when one cannot be had from here. */
export const model = async ({ say }) => {
  await import('ts-blank-space/register')
  const { ensureEngine, ensureModel } = await import('../../sim-harness/bridge/setup/install.ts')
  // What is here already needs no words.
  const log = (text) => { if (!text.endsWith(': here')) say(text) }
  try {
    await ensureEngine(log)
    await ensureModel(log)
    return 0
  } catch (failure) {
    if (failure.exitCode === undefined) throw failure
    say(`${failure.message}\n  help: ${failure.help}`)
    return failure.exitCode
  }
}
