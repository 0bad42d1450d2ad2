// Owns: the one access of one byte that `opush`, `opop` and `opeek` make, and its tags at the memory port.

/** The access of such a command: a symbol to be stored, or a place to be loaded. Addresses in bytes. */
export type StackAccess =
  | { readonly kind: 'store'; readonly address: number; readonly symbol: number }
  | { readonly kind: 'load'; readonly address: number }

/** Tags of these accesses at the memory port, which no other access has. */
export const stackTags: Readonly<Record<StackAccess['kind'], number>> = { load: 0b010000, store: 0b110000 }
