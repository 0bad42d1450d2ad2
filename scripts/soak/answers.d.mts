// Owns: the types of answers.mjs.
export const turns: number
export function answerTo(history: string): string
export function pieces(text: string): string[]
