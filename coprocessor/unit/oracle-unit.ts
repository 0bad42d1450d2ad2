// Owns: the Oracle unit: its ports, its parts and the ways between them.
import { all, bit, input, instance, module, named, output, sink, source, type Bit } from '../../rtl-gen/dsl/index.ts'
import { queue } from '../../rtl-gen/lib/queue.ts'
import { answerFlags } from '../link/frames.ts'
import type { Action } from '../microcode/vocabulary.ts'
import type { Parameters } from '../parameters.ts'
import { commandCheck } from './command-check.ts'
import { counters } from './counters.ts'
import { decoder } from './decoder.ts'
import { isInstruction } from './instruction-code.ts'
import { linkRx } from './link-rx.ts'
import { loader } from './loader.ts'
import { memPort } from './mem-port.ts'
import { roccPort } from './rocc-port.ts'
import { sender } from './sender.ts'
import { sequencer } from './sequencer.ts'
import { singleAccess } from './single-access.ts'
import { Beat, Command, MemoryAnswer, memoryRequest, Response } from './shapes.ts'
import { slotTable } from './slot-table.ts'
import { storer } from './storer.ts'
import { traps } from './traps.ts'
import { watchdog } from './watchdog.ts'
import { counterNumber } from '../isa/fields.ts'

/**
 * The unit behind one hart's RoCC port. One clock, one synchronous reset, active high. Addresses at the memory port are physical; loads and stores
 * both answer, by tag, in any order; a load's data come right-justified, a store below 8 bytes has its datum on all lanes.
 */
export const oracleUnit = (p: Parameters) => module('oracle_unit', {
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
  port: instance(roccPort(p)), decode: instance(decoder(p)), check: instance(commandCheck(p)),
  sequencer: instance(sequencer(p)), slots: instance(slotTable(p)), counters: instance(counters(p)), watchdog: instance(watchdog(p)), traps: instance(traps(p)),
  loader: instance(loader(p)), storer: instance(storer(p)), single: instance(singleAccess(p)), memory: instance(memPort(p)),
  sender: instance(sender()), receiver: instance(linkRx()),
  txQueue: instance(queue('tx_queue', Beat, p.txDepth)), rxQueue: instance(queue('rx_queue', Beat, p.rxDepth)),
}, (x, { assign }) => {
  const { port, decode, check, slots, counters: counts, watchdog: watch, receiver, txQueue, rxQueue } = x
  const seq = x.sequencer
  const does = (...actions: Action[]): Bit => all(seq.fires, seq.action.isIn(...actions))
  const command = port.command
  const { replies, starts, sends, mine } = named({
    replies: does('reply', 'refuse'),
    starts: does('start'),
    sends: does('send', 'send_hello', 'send_abort', 'send_close'),
    /** the frame at hand is for the slot that runs */
    mine: receiver.header.slot.eq(slots.slot.extend(8)),
  })
  const { arms } = named({ arms: all(does('set'), isInstruction(decode.instruction, 'oseg.open', 'oseg.watch')) })
  const answer = { tag: x.memResp.tag, data: x.memResp.data }
  return [
    assign({
      roccCmd: port.cmd, roccResp: port.resp, roccBusy: port.busy, roccInterrupt: x.traps.waits,
      memReq: x.memory.req, linkTx: txQueue.deq, linkRx: rxQueue.enq,
      port: {
        cmd: x.roccCmd, resp: x.roccResp, exception: x.roccException, serving: seq.serving,
        reply: replies, value: slots.value, replyLater: does('reply_later'), slot: slots.slot, onMask: isInstruction(decode.instruction, 'owait'), recorded: does('record'), recordedSlot: slots.slot,
      },
      decode: { command },
      check: {
        command, instruction: decode.instruction, known: decode.known, privilege: decode.privilege, answers: decode.answers, first: slots.first, behind: slots.behind,
        open: slots.openSlot, running: slots.runningSlot, trapped: slots.trappedSlot, colour: slots.colourSlot,
        base: slots.base, top: slots.top, limit: slots.limit, oracle: slots.oracle, active: slots.active,
        entrySet: slots.entrySetOut, autoSet: slots.autoSetOut, allowed: slots.autoOut, windowSet: slots.windowSetOut, low: slots.lowOut, high: slots.highOut,
      },
      sequencer: {
        conditions: slots.conditions, told: slots.told, grant: slots.grant, sent: slots.sent, frame: slots.frame, stored: slots.stored,
        taken: x.storer.busy.not(), command: port.ready, accessed: all(port.ready, x.single.busy.not()),
        header: all(receiver.held, receiver.handed.not()), released: receiver.handed.not(), flag: slots.flag,
        entry: decode.entry, start: starts, startSlot: slots.slot,
      },
      slots: {
        fires: seq.fires, action: seq.action, argument: seq.argument, thread: seq.thread, resume: seq.resume,
        command, instruction: decode.instruction, refused: check.refused, status: check.status, anySlot: check.anySlot,
        counterValue: counts.value, symbolRead: x.single.value, maskWaits: port.maskWaits,
        rx: { header: receiver.header, hello: receiver.hello, cached: receiver.cached, reject: receiver.reject, answer: receiver.answer, ends: receiver.header.flags.bit(answerFlags.end) },
        taken: {
          accepted: x.storer.acceptedOut, failed: x.storer.failed, full: x.storer.full, spent: x.storer.spent, lastIsYield: x.storer.lastIsYield,
          evaluated: x.storer.evaluated, reused: x.storer.reused, history: x.storer.history,
        },
        sending: x.sender.busy, querying: x.sender.querying, queryLeaves: x.sender.queryLeaves,
        loading: x.loader.accessing, storing: x.storer.accessing, trapWaits: x.traps.waits, oldestTrap: x.traps.oldest,
        expired: watch.expired, expiredSlot: watch.expiredSlot, handed: receiver.handed,
      },
      counters: {
        slot: slots.slot, counter: slots.counter, add: does('count', 'phase_send', 'phase_host', 'phase_append'), look: does('read_counter'), clear: does('clear_counter'),
        replace: slots.counter.eq(counterNumber('tokensHistory')), addend: slots.addend,
      },
      watchdog: {
        now: slots.nowOut, restart: starts, restartSlot: slots.slot, progress: x.storer.progress, progressSlot: slots.storeSlotOut,
        arm: arms, armSlot: slots.slot, armCycles: slots.watchCycles, watched: slots.watched,
      },
      traps: { push: does('record'), pushed: slots.slot, take: does('take_record'), taken: slots.slot },
      loader: { start: does('send'), addr: slots.position, bytes: slots.chunk, stop: slots.loadStop, req: x.memory.load, answered: x.memRespValid, answer, beat: x.sender.beat },
      storer: {
        start: does('take'), addr: slots.top, length: receiver.header.length, ends: receiver.header.flags.bit(answerFlags.end), room: slots.room, budget: slots.credit,
        abandon: slots.storeStop, body: receiver.body, req: x.memory.store, answered: x.memRespValid, answer,
      },
      single: {
        start: does('access'), addr: slots.accessAt, store: isInstruction(decode.instruction, 'opush'), symbol: command.rs2.truncate(8),
        req: x.memory.single, answered: x.memRespValid, answer,
      },
      memory: { load: x.loader.req, store: x.storer.req, single: x.single.req, req: x.memReq },
      sender: { start: sends, header: slots.frameHeader, firstChunk: slots.chunkIsFirst, lastChunk: slots.chunkIsLast, cut: slots.sendCut, beat: x.loader.beat, tx: txQueue.enq },
      receiver: {
        rx: rxQueue.deq, body: x.storer.body, hand: does('hand'), drop: does('drop', 'end_receiver', 'hello', 'cached'),
        finish: all(does('release'), mine),
      },
      txQueue: { enq: x.sender.tx, deq: x.linkTx },
      rxQueue: { enq: x.linkRx, deq: receiver.rx },
    }),
  ]
}, { doc: [`the Oracle unit: ${p.slots} slots, ${p.addrWidth}-bit addresses`, ...parameterLines(p)] })

const parameterLines = (p: Parameters): string[] => Object.entries(p).map(([k, v]) => `${k} = ${Array.isArray(v) ? v.join(' ') : String(v)}`)
