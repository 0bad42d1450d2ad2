// Owns: what the Oracles of kill runs answer: one text for each turn, whoever says it and however often it is asked.
export const turns = 3
/** The last turn that a prompt or history speaks of is asked for. */
export const answerTo = (history) => {
  const turn = Number([...history.matchAll(/turn (\d)/g)].at(-1)?.[1] ?? 0)
  return `reply ${turn}: ${Array.from({ length: 12 }, (_, i) => `word${turn}${i}`).join(' ')}`
}
export const pieces = (text) => text.match(/.{1,12}/g) ?? ['']
