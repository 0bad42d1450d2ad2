// Owns: the Oracle unit: its ports, its parts and the ways between them.
import { all, any, bit, cat, input, instance, lit, module, mux, named, output, register, sink, source, uint, type Bit, type Uint } from '../../rtl-gen/dsl/index.ts'
import { queue } from '../../rtl-gen/lib/queue.ts'
import { instructions } from '../isa/table.ts'
import type { MicroProgram } from '../microcode/assemble.ts'
import { conditions, type Action, type Condition } from '../microcode/vocabulary.ts'
import { unitMicrocode } from '../microcode/words.ts'
import type { Parameters } from '../parameters.ts'
import { commandStatus } from './command-status.ts'
import { datapath } from './datapath.ts'
import { decoder } from './decoder.ts'
import { isInstruction } from './instruction-code.ts'
import { linkRx } from './link-rx.ts'
import { loader } from './loader.ts'
import { memPort } from './mem-port.ts'
import { memWatch } from './mem-watch.ts'
import { roccPort } from './rocc-port.ts'
import { sender } from './sender.ts'
import { sequencer, threadNames, threadNumber } from './sequencer.ts'
import { singleAccess } from './single-access.ts'
import { Beat, Command, longCount, MemoryAnswer, memoryRequest, Response, widths } from './shapes.ts'
import { slots } from './slots.ts'
import { storer } from './storer.ts'
import { traps } from './traps.ts'
import { watchEvery } from './watch-every.ts'

/**
 * The unit behind one hart's RoCC port. One clock, one synchronous reset, active high. Addresses at the memory port are physical; loads and stores
 * both answer, by tag, in any order; a load's data come right-justified, a store below 8 bytes has its datum on all lanes. @param program its
 * microcode, for those who try another
 */
export const oracleUnit = (p: Parameters, program: MicroProgram = unitMicrocode()) => module('oracle_unit', {
  roccCmd: sink(Command),
  roccResp: source(Response),
  roccBusy: output(bit),
  roccInterrupt: output(bit),
  roccException: input(bit),
  memReq: source(memoryRequest(p)),
  memRespValid: input(bit),
  memResp: input(MemoryAnswer),
  linkTx: source(Beat, { axis: true }),
  linkRx: sink(Beat, { axis: true }),
  port: instance(roccPort(p)), decode: instance(decoder(p, program)), check: instance(commandStatus(p)),
  sequencer: instance(sequencer(program)), slots: instance(slots(p)), datapath: instance(datapath(p)), traps: instance(traps(p)),
  loader: instance(loader(p)), storer: instance(storer(p)), single: instance(singleAccess(p)), memory: instance(memPort(p)), watch: instance(memWatch(p)),
  sender: instance(sender(p)), receiver: instance(linkRx()),
  txQueue: instance(queue('tx_queue', Beat, p.txDepth)), rxQueue: instance(queue('rx_queue', Beat, p.rxDepth)),
  /** Clock cycles; and what they were when the line at hand was fetched: the datapath rests while no thread runs. */
  now: register(longCount, 0), nowSeen: register(longCount, 'none'), session: register(uint(16), 0), helloDue: register(bit, 1),
  /** Slots of which an access was in flight when the memory port died; until then, is. */
  lostSlots: register(uint(p.slots), 0),
  entrySet: register(bit, 0), autoSet: register(bit, 0), windowSet: register(bit, 0),
}, (x, { assign, when }) => {
  const { port, decode, check, slots: s, datapath: d, receiver: rx, txQueue, rxQueue, now, session, loader: load, storer: store, sender: tx, traps: records } = x
  const seq = x.sequencer, { op } = seq, { command } = port, dead = x.watch.deadOut
  // What no line of the microcode does needs no logic.
  const used = new Set(program.operations.map((o) => o.action)), keeps = program.operations.some((o) => o.source === 'kept')
  const does = (...actions: Action[]): Bit => (actions.some((a) => used.has(a)) ? all(seq.fires, op.action.isIn(...actions)) : lit(1, 0))
  const w = widths(p)
  const only = (slot: Uint<any>, b: Bit): Uint<any> => mux(b, lit(p.slots, 1).shiftLeft(slot), lit(p.slots, 0))
  const { loading, storing, receives, sessionRight, rxSlot } = named({
    loading: all(load.accessing, dead.not()), storing: all(store.accessing, dead.not()),
    receives: seq.away.bit(threadNumber('receiver')).or(all(seq.executes, seq.thread.eq(threadNumber('receiver')))),
    sessionRight: all(session.ne(0), rx.session.eq(session), rx.slot.lt(p.slots)),
    rxSlot: rx.slot.truncate(w.slot),
  })
  const { holds } = named({ holds: only(load.slotOut, loading).or(only(store.slotOut, storing)).or(only(rxSlot, receives)).or(only(s.sendSlot, tx.whole)).or(only(tx.ownerOut, tx.early)) })
  const { accessed, loaderIdle } = named({ accessed: all(port.ready, any(x.single.busy.not(), dead)), loaderIdle: all(tx.idle, loading.not()) })
  const { storerFree } = named({ storerFree: any(dead, all(store.busy.not(), any(storing.not(), store.slotOut.eq(rxSlot)))) })
  const { long, isEarly } = named({ long: command.rs2.bits(48, 16).ne(0), isEarly: all(tx.early, tx.ownerOut.eq(s.slot)) })
  const tests: Record<Condition, Bit> = {
    never: lit(1, 0), always: lit(1, 1), less: d.less, equal: d.equal, lessOrEqual: any(d.less, d.equal), has: d.has, listed: d.listed, negative: d.a.bit(63),
    refused: check.refused, long, unfit: any(long, dead), early: isEarly,
    sendsNow: all(tx.idle, loading.not(), tx.whole.not(), x.helloDue.not(), session.ne(0), s.isOwing.not(), seq.away.bit(threadNumber('sender')).not()), waits: isInstruction(decode.instruction, ...instructions.filter((i) => i.waits && i.starts).map((i) => i.mnemonic)), entrySet: x.entrySet,
    lastSlot: s.isLast, ownSlot: s.slot.eq(check.slot), isOpen: s.isOpen, isColoured: s.isColoured, isRunning: s.isRunning, isTrapped: s.isTrapped, ended: s.isEnded, over: any(s.isEnded, dead),
    ending: any(s.isEnded, all(receives, store.stopped, store.slotOut.eq(s.slot))), wanting: s.isWanting, owing: s.isOwing, begun: s.isBegun,
    noRecord: mux(check.anySlot, records.waits.not(), s.isTrapped.not()), maskTrapped: check.maskTrapped, maskWaits: port.maskWaits, dead, helloDue: x.helloDue,
    loaderIdle, lost: all(dead, x.lostSlots.at(s.slot)),
    goesOn: all(load.continues, load.slotOut.eq(s.slot)), wasCut: tx.whole.not(),
    rxHello: rx.hello, rxCached: all(rx.cached, sessionRight, s.frameOpen), rxCurrent: all(sessionRight, s.frameCurrent), lastLeft: all(tx.whole, s.slot.eq(s.sendSlot)),
    rxSameSession: rx.session.eq(session), rxFirstSession: session.eq(0),
    rxAnswer: rx.answer, rxReject: rx.reject, rxEnds: rx.ends, rxInside: rx.inside, rxFinal: rx.final,
    storerFree, storeFailed: store.failedOut, storeFull: store.fullOut, storeSpent: store.spentOut, storeYield: store.lastIsYield,
    progress: all(store.progress, store.slotOut.eq(s.slot)),
  }
  const { bits } = named({ bits: cat(...conditions.toReversed().map((c) => tests[c.name])) as Uint<any> })
  const { branches } = named({ branches: bits.at(op.condition.asUint()).xor(op.negate) })
  const work: Record<(typeof threadNames)[number], Bit> = {
    command: port.ready, sender: any(tx.early, all(tx.free, any(x.helloDue, all(session.ne(0), s.sendWork)), tx.whole.not())), receiver: rx.held, ender: s.endWork, watcher: s.watchWork,
  }
  const rxEnded = s.endedSlots.at(rxSlot)
  const answer = { tag: x.memResp.tag, data: x.memResp.data }
  const address = d.value.truncate(p.addrWidth)
  return [
    assign({
      roccCmd: port.cmd, roccResp: port.resp, roccBusy: port.busy, roccInterrupt: records.waits,
      memReq: x.memory.req, linkTx: txQueue.deq, linkRx: rxQueue.enq,
      port: {
        cmd: x.roccCmd, resp: x.roccResp, exception: x.roccException, serving: seq.serving,
        reply: does('reply'), value: d.value, replyLater: does('replyLater'), slot: s.slot, onMask: isInstruction(decode.instruction, 'owait'), recorded: does('record'), recordedSlot: s.slot,
      },
      decode: { command },
      check: {
        command, instruction: decode.instruction, known: decode.known, privilege: decode.privilege, answers: decode.answers, oldest: records.oldest,
        isOpen: s.isOpen, isRunning: s.isRunning, isTrapped: s.isTrapped, isColoured: s.isColoured, active: s.runningSlots.or(s.trappedSlots), trappedSlots: s.trappedSlots,
        entrySet: x.entrySet, autoSet: x.autoSet, windowSet: x.windowSet,
      },
      sequencer: {
        branches, work: cat(...threadNames.toReversed().map((t) => work[t])).truncate(threadNames.length), entry: decode.entry,
        accessed, loader: loaderIdle, sent: tx.idle, storer: any(storerFree, rxEnded), taken: any(store.takes.not(), dead), stored: any(storing.not(), rxEnded), beat: any(rx.stands, rxEnded),
      },
      slots: {
        fires: seq.fires, action: op.action, colourBit: command.rs1.bit(0), picks: seq.picks, picked: seq.picked, fromHome: seq.fromHome,
        commandSlot: check.slot, sourceSlot: command.rs2.truncate(w.slot), frameSlot: rxSlot, sendsEarly: tx.early, earlySlot: tx.ownerOut,
        begins: tx.begins, beginSlot: tx.ownerOut, holds, tick: now.truncate(Math.log2(watchEvery)).eq(0),
      },
      datapath: {
        readWord: seq.fetch.read, readUnit: seq.fetch.readUnit, index: seq.fetch.index, slotAhead: s.ahead,
        fn: op.fn, source: op.source, constant: op.constant.asUint(), loadsA: all(seq.fires, op.loadsA), writes: all(seq.fires, op.writes), writeWord: op.write, writeUnit: op.writeUnit, slot: s.slot,
        rs1: command.rs1, rs2: command.rs2, now: x.nowSeen, status: check.status, symbol: x.single.value, rxSequence: rx.sequence, beat: rx.beat, rxOffset: rx.offset,
        accepted: store.acceptedOut, kept: keeps ? store.kept : lit(64, 0),
      },
      traps: { push: does('record'), pushed: s.slot, take: does('take'), taken: s.slot },
      loader: {
        begin: does('loadAt'), addr: address, slot: s.slot, more: does('txData'), bytes: d.value.truncate(9), last: does('txLast'), stop: any(s.endedSlots.at(load.slotOut), dead),
        req: x.memory.load, answered: x.memRespValid, answer, beat: tx.beat,
      },
      storer: {
        setAddr: does('storeAt'), setRoom: does('storeRoom'), setBudget: does('storeBudget'), value: d.value, slot: s.slot,
        keep: does('storeKeep'), own: does('storeOwn'), ownData: d.a, start: does('storeStart'), length: rx.length, ends: rx.ends,
        abandon: any(s.endedSlots.at(store.slotOut), dead), look: does('progressSeen'), body: rx.body, req: x.memory.store, answered: x.memRespValid, answer,
      },
      single: {
        start: does('accessLoad', 'accessStore'), addr: address, store: op.action.is('accessStore'), symbol: command.rs2.truncate(8), req: x.memory.single, answered: x.memRespValid, answer,
      },
      memory: { load: load.req, store: store.req, single: x.single.req, req: x.memReq, answered: x.memRespValid, dead },
      watch: { pending: x.memory.used, answered: x.memRespValid },
      sender: { fires: seq.fires, action: op.action, value: d.value.truncate(40), slot: s.slot, session, endedSlots: s.endedSlots, beat: load.beat, tx: txQueue.enq },
      receiver: { rx: rxQueue.deq, body: store.body, storing: store.takes, start: does('storeStart'), pop: does('rxPop'), rest: does('rxRest') },
      txQueue: { enq: tx.tx, deq: x.linkTx },
      rxQueue: { enq: x.linkRx, deq: rx.rx },
    }),
    { now: now.add(1) },
    when(dead.not(), { lostSlots: only(load.slotOut, load.accessing).or(only(store.slotOut, store.accessing)) }),
    when(seq.fetches, { nowSeen: now }),
    when(does('hello'), { helloDue: 1 }),
    when(does('helloSent'), { helloDue: 0 }),
    when(does('session'), { session: rx.session }),
    when(does('lockEntry'), { entrySet: 1 }),
    when(does('lockAuto'), { autoSet: 1 }),
    when(does('lockWindow'), { windowSet: 1 }),
  ]
}, { doc: [`the Oracle unit: ${p.slots} slots, ${p.addrWidth}-bit addresses`, ...parameterLines(p)] })

const parameterLines = (p: Parameters): string[] => Object.entries(p).map(([k, v]) => `${k} = ${Array.isArray(v) ? v.join(' ') : String(v)}`)
