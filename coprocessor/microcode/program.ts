// Owns: the microcode of the unit. One line is one micro-operation, one clock cycle; a branch that is taken costs one more.
//
//   label:  [if [not] condition goto label]  [operations]  [goto label | call label | return | home | wait what]
//
// Operations are joined by `;`:   A, held = A - base      A and the word `held` get A - base
//                                 reply = status          what an action is given
//                                 flags = flags | cut     bits set; & ~mask: bits cleared
//                                 want                    an action that is given nothing
// Words of the slot stand by name, those of the unit behind @. `field`, `counter`, `@info`: the one that the operand of the command numbers.
// A branch that is taken skips the operations of its line; the line behind a write cannot read that word (the assembler says so).
//
// The instructions have their microcode in their own files (../isa/instructions): it begins where the command at hand is to be looked at, and a label
// that begins with a dot is theirs alone.
import { entryLabel, type AnswerMicrocode, type Instruction } from '../isa/instruction.ts'
import { instructions } from '../isa/table.ts'

/** After reset: the sequences begin anew. */
const boot = `
boot:       slotFirst
bootNext:   sequence = 0
            record = 0
            flags = 0
            if lastSlot goto bootEnd
            slotNext goto bootNext
bootEnd:    @dropped = 0 home
`

/** What instructions share. */
export const shared = `
unknown:
refuse:     reply = status home
done:       reply = 0 home
replyOne:   reply = 1 home
badOracle:  reply = !oracle home
badRange:   reply = !range home
badOverlap: reply = !overlap home
badRoom:    reply = !room home
badEmpty:   reply = !empty home
badMemory:  reply = !memory home

// Does [@x, @y) overlap an open segment that is not of the slot of the command?
scan:       slotFirst
scanNext:   if not isOpen goto scanGo
            if ownSlot goto scanGo
            A = @y
            if A <= base goto scanGo
            A = @x
            if A < limit goto badOverlap
scanGo:     if lastSlot goto scanEnd
            slotNext goto scanNext
scanEnd:    slotCommand return

// The history is A long now: held and seen follow.
lower:      @x = A
            if A >= seen goto lowerHeld
            A = seen
            A = A - @x
            truncated = A + truncated
            seen = @x
            A = @x
lowerHeld:  if A >= held goto lowerEnd
            held = A
            if flags has lends goto unlend
lowerEnd:   return

// A run begins: its Oracle, its budget and its flags are set.
start:      gained = 0
            since = now
            stamp = now; run
            if not flags has lends goto startReply
            call unlend
startReply: if waits goto startWaits
            reply = 0 goto startQuery
startWaits: replyLater
startQuery: if early goto numberIt
            goto number

// Forks of the slot of the command that have not left are lost.
unlend:     A = rs1
            slotFirst
unlendNext: if not flags has forkDue goto unlendGo
            if A != source goto unlendGo
            held = 0
            flags = flags & ~forkDue
            position = base
unlendGo:   if lastSlot goto unlendEnd
            slotNext goto unlendNext
unlendEnd:  slotCommand
            flags = flags & ~lends return
`

/** The instructions that make something of answers themselves, and where their microcode goes on instead. */
const rules = instructions.flatMap((i) => (i.answers === undefined ? [] : [{ ...i.answers, instruction: i }]))
const ruled = (at: keyof AnswerMicrocode['at']): string => rules.map((r) => `\n            if flags has ${r.flag} goto ${entryLabel(r.instruction)}_${at}`).join('')

/** O-mode; P-mode is one turn of the same loop: the paper's machine between start and trap. */
export const oMode = `
// The next query: paid and numbered, unless the abort of the one before has still to leave with its number.
number:     if flags has abortDue goto numberLate
            sequence = sequence + 1
            flags = flags & ~yielded+awaiting+appending+unnumbered
numberIt:   queries = queries + 1
            sequence = sequence & ~65536
            mark = top
            A = base
            position = A + held
            A = budget
            if A == 0 goto numbered
            budget = A - 1
numbered:   want home
numberLate: mark = top
            flags = flags | unnumbered; want home

// The sender: what a slot owes, then a chunk of its query.
tx:         if early goto txEarly
            if helloDue goto txHello
            if not owing goto txQuery
            if flags has abortDue goto txAbort
            if flags has closeDue goto txClose
            if flags has forkDue goto txFork
            if flags has hintDue goto txHint
            paid
txQuery:    if not wanting goto txHome
            if ended goto txHome
            if flags has unnumbered goto number
            if goesOn goto txChunk
            if loaderIdle goto txLoad
            wait loader
            goto tx
txLoad:     loadAt = position
txChunk:    txQuery = sequence goto txHead
txEarly:    loadAt = position
txHead:     txOracle = asked
            A = position
            A = A - base
            if A != held goto txRest
            txFirst
txRest:     A = top
            A = A - position
            if A > @chunk goto txPart
            txData = A
            txLast
            A = position
            txOffset = A - base wait sent
            if wasCut goto txHome
            call left
            goto txHome
// The last chunk has left: what was sent counts, and the host has the whole history.
left:       txSeen
            A = top
            A, @x = A - base
            A = A - seen
            sentNew = A + sentNew
            A = seen
            A = A - held
            sentAgain = A + sentAgain
            held = @x
            seen = @x
            A = now
            A = A - since
            cyclesSending = A + cyclesSending
            since = now
            flags = flags | awaiting
            unwant return
txPart:     txData = @chunk
            A = position
            txOffset = A - base
            position = A + @chunk
txHome:     home
txHello:    txHello = 0
            txLength = 1
            helloSent
            txOffset = 0 home
txAbort:    txAbort = sequence
            flags = flags & ~abortDue
            txOffset = held home
txClose:    txClose = sequence
            flags = flags & ~closeDue
            txOffset = 0 home
txFork:     txFork = sequence
            flags = flags & ~forkDue
            txLength = source
            txOffset = held home
txHint:     txHint = sequence
            flags = flags & ~hintDue
            txOffset = hint home

// The receiver: a frame from the host.
rx:         if rxHello goto rxHello
            if rxCached goto rxCached
            if not rxCurrent goto rxDrop
            A = rxSequence
            if A != sequence goto rxDrop
            if flags has unnumbered goto rxDrop
            if not flags has awaiting goto rxEarly
rxAwaited:  if rxReject goto rxReject
            if not rxAnswer goto rxLink
            A = top
            A = A - base
            if A != rxOffset goto rxLink
            if storerFree goto rxTake
            wait storer
            if ended goto rxRest
rxTake:     if flags has appending goto rxStore
            A = now
            A = A - since
            cyclesHost = A + cyclesHost
            since = now
            flags = flags | appending
rxStore:    storeAt = top
            A = limit
            storeRoom = A - top
            if flags has ${['budgeted', ...rules.map((r) => r.flag)].join('+')} goto rxPaid
            storeBudget = -1 goto rxGo
rxPaid:${ruled('chunk')}
            storeBudget = budget
rxGo:       storeStart wait taken
rxTook:     A = accepted
            if A == 0 goto rxVerdict
            stamp = now; progressSeen
            A = top
            top = A + accepted
            flags = flags & ~yielded
            A = budget
            if A == 0 goto rxYield
            budget = A - accepted
rxYield:    if not storeYield goto rxVerdict
            flags = flags | yielded
rxVerdict:  if over goto rxOver
            if storeFailed goto rxLink
            if storeFull goto rxLimit
            if storeSpent goto rxSpent
            if rxEnds goto rxTokens
            A = now
            A = A - since
            cyclesAppending = A + cyclesAppending
            since = now
            flags = flags & ~appending
rxRest:     rxRest home
rxLimit:    flags = flags | cause_limit; end
            rxRest home
rxSpent:    flags = flags | cause_budget+cut; end
            rxRest home
rxEarly:    if lastLeft goto rxNote flags = flags | cause_link; end
            rxRest home
rxNote:     call left
            goto rxAwaited
rxLink:     flags = flags | cause_link; end
            rxRest home
rxOver:     if ended goto rxRest
rxMemory:   flags = flags | cause_memory; end
            rxRest home
rxReject:   A = top
            if A != mark goto rxLink
            flags = flags | cause_reject; end
            rxRest home
rxDrop:     @dropped = @dropped + 1
            rxRest home
rxCached:   A = rxOffset
            if A > held goto rxDrop
            cached = rxOffset
            rxRest home

// A new session: the host has nothing, and what runs is ended.
rxHello:    if rxSameSession goto rxGreet
            slotFirst
rxEach:     if not isRunning goto rxLose
            if rxFirstSession goto rxLose
            if ended goto rxForget
            flags = flags | cause_link; end goto rxLeft
rxForget:   flags = flags | forgets
rxLeft:     if not lastLeft goto rxLose
            call left
rxLose:     held = 0
            cached = 0; paid
            flags = flags & ~dues
            if lastSlot goto rxOpened
            slotNext goto rxEach
rxOpened:   session
rxGreet:    hello
            rxRest home

// The answer ended: when its stores are confirmed and its counts are there, it stays.
rxTokens:   wait stored
            if over goto rxOver
            wait beat
            if ended goto rxRest
            if not rxInside goto rxLink
            @evaluated = rxLow
            @reused = rxHigh
            rxPop wait beat
            if ended goto rxRest
            if not rxFinal goto rxLink${ruled('ended')}
rxFinished: tokensHistory = rxLow
            rxRest
            A = @evaluated
            tokensEvaluated = A + tokensEvaluated
            A = @reused
            tokensReused = A + tokensReused
            answers = answers + 1
            A = top
            A = A - mark
            gained = A + gained
            appended = A + appended
            mark = top
            A = top
            A, held = A - base
            seen = A
            A = now
            A = A - since
            cyclesAppending = A + cyclesAppending
            since = now
            flags = flags & ~awaiting+appending; settle
            A = budget
            if flags has single goto rxSingle
            if flags has yielded goto rxYielded
            if not flags has budgeted goto number
            if A != 0 goto number
            flags = flags | cause_budget; end home
rxSingle:${ruled('settled')}
            flags = flags | cause_answer; end home
rxYielded:  flags = flags | cause_yield; end home

// The end of a slot, its accesses drained: the one way out.
end:${ruled('end')}
endNow:     A = now
            A = A - since
            if lost goto endLost
endPhase:   if flags has appending goto endAppending
            if flags has awaiting goto endHost
            if flags has keeps goto endKept
            cyclesSending = A + cyclesSending goto endAnswer
endHost:    cyclesHost = A + cyclesHost goto endAnswer
endAppending: cyclesAppending = A + cyclesAppending
endAnswer:  if flags has cut goto endCut
            top = mark
            flags = flags & ~yielded goto endHeld
endCut:     A = top
            A = A - mark
            gained = A + gained
            appended = A + appended
            A = top
            A, held = A - base
            seen = A
            flags = flags & ~yielded goto endHeld
endLost:    flags = flags & ~anyCause+keeps+cut+quiet goto endMemory
endMemory:  flags = flags | cause_memory goto endPhase
endHeld:    if flags has quiet goto endKept
            if not begun goto endKept
            flags = flags | abortDue; owe
endKept:    A = gained
            if not flags has forgets goto endTell
            held = 0
endTell:    record = trapRecord flags
            record home

// The watchdog of the next slot.
dog:        if not isRunning goto dogHome
            if ended goto dogHome
            if dead goto dogDead
            if progress goto dogProgress
            A = now
            A = A - stamp
            if A < watchdog goto dogHome
            if ending goto dogHome flags = flags | cause_link; end
dogHome:    home
dogProgress: stamp = now; progressSeen home
dogDead:    flags = flags | cause_memory; end home
`

/** A text of an instruction at its label, with the labels that are its own. */
const own = (i: Instruction, label: string, text: string): string => `${label}:\n${text.replaceAll(/(^|\s)\.(\w+)/gm, `$1${entryLabel(i)}_$2`)}`

/** The microcode of the instructions, each at its own entry, and what those with answers of their own make of them. */
export const commands = [
  ...instructions.flatMap((i) => (i.microcode === undefined ? [] : [own(i, entryLabel(i), i.microcode)])),
  ...rules.flatMap((r) => Object.entries(r.at).map(([at, text]) => own(r.instruction, `${entryLabel(r.instruction)}_${at}`, text))),
].join('\n')

export const microcode = [boot, shared, commands, oMode].join('\n')
