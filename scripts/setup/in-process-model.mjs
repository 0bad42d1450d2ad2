// Owns: the set-up of the model that answers in the process: its engine and its weights, by the bridge's own set-up, once the npm packages are there.

/** 0 when both are there; 3 when one cannot be had from here. */
export const model = async ({ say }) => {
  await import('ts-blank-space/register')
  const { ensureEngine, ensureModel } = await import('./model.ts')
  try {
    await ensureEngine({ say })
    await ensureModel({ say })
    return 0
  } catch (failure) {
    say(`${failure.message}${failure.help ? `\n  help: ${failure.help}` : ''}`)
    return 3
  }
}
