// Owns: the causes of a trap of the hart in words, as the privileged architecture numbers them.
import { roccInterrupt } from '../program/platform.ts'

const exceptions: Readonly<Record<number, string>> = {
  0: 'misaligned jump', 1: 'fetch from memory that faults', 2: 'illegal instruction', 3: 'breakpoint', 4: 'misaligned load', 5: 'load that faults', 6: 'misaligned store', 7: 'store that faults',
  8: 'ecall from user mode', 9: 'ecall from supervisor mode', 11: 'ecall from machine mode', 12: 'fetch from a page that faults', 13: 'load from a page that faults', 15: 'store to a page that faults',
}
const interrupts: Readonly<Record<number, string>> = {
  1: 'supervisor software interrupt', 3: 'machine software interrupt', 5: 'supervisor timer interrupt', 7: 'timer interrupt', 9: 'supervisor external interrupt', 11: 'external interrupt',
  [roccInterrupt]: 'interrupt of the Oracle unit',
}

/** `illegal instruction (cause 2)`, `timer interrupt (cause 7)`. */
export function trapWords(interrupt: boolean, cause: number): string {
  const words = (interrupt ? interrupts : exceptions)[cause] ?? (interrupt ? 'interrupt' : 'exception')
  return `${words} (cause ${cause})`
}
