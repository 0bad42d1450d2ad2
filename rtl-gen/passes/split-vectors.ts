// Owns: vectors whose bits feed other bits of their own become separate signals.
import type { Design } from '../ir/index.ts'

export const splitVectors = (d: Design): Design => d
