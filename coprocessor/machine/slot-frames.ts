// Owns: what an item of a frame from the host does to the slot that it names.
import type { Parameters } from '../parameters.ts'
import type { FrameItem } from './frame-items.ts'
import { acceptEnd, answerOffset, isLive, latch, takeReject, takeSymbol } from './slot-run.ts'
import type { SlotState } from './slot-state.ts'

/** Does a frame with the right session count for this slot? A good `cached` for any open slot, everything else only for the query that is out. */
export const counts = (s: SlotState, first: FrameItem, sequence: number): boolean =>
  (first.kind === 'cached' ? s.status !== 'free' : s.status === 'running' && s.sequence === sequence)

/** Takes an item of a frame that counts. After the cause is latched the rest of a frame is dropped. undefined: a `cached` that is more than held. @param memoryDead no store is answered any more */
export function takeItem(s: SlotState, item: FrameItem, p: Parameters, memoryDead = false): SlotState | undefined {
  if (item.kind === 'cached') return item.length <= s.held ? { ...s, cached: item.length } : undefined
  if (!isLive(s)) return s
  switch (item.kind) {
    case 'malformed':
    case 'fault':
      return latch(s, 'link')
    case 'reject':
      return takeReject(s)
    case 'offset':
      return s.run!.phase === 'awaiting' && item.offset === answerOffset(s) ? s : latch(s, 'link')
    case 'symbols': {
      let next = s
      for (const symbol of item.symbols) {
        next = takeSymbol(next, symbol, p, memoryDead)
        if (!isLive(next)) return next
      }
      return next
    }
    case 'end':
      return acceptEnd(s, item.tokens)
    case 'hello':
      throw new RangeError('a hello names no slot')
  }
}
