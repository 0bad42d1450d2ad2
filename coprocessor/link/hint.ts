// Owns: what the link's users see of a hint frame's payload: the encoding is that of the instruction.
export { decodeHint, encodeHint, hintWidth, mostReturnCycles, type Hint } from '../isa/hint.ts'
