// Owns: the list of all instructions, in the order of funct7. A row without microcode keeps its encoding and answers `opcode`.
import type { Instruction } from './instruction.ts'
import { oinfo } from './instructions/oinfo.ts'
import { oentry } from './instructions/oentry.ts'
import { oauto } from './instructions/oauto.ts'
import { owindow } from './instructions/owindow.ts'
import { osegOpen } from './instructions/oseg-open.ts'
import { osegLimit } from './instructions/oseg-limit.ts'
import { osegTop } from './instructions/oseg-top.ts'
import { osegTouch } from './instructions/oseg-touch.ts'
import { osegMove } from './instructions/oseg-move.ts'
import { osegBind } from './instructions/oseg-bind.ts'
import { osegWatch } from './instructions/oseg-watch.ts'
import { osegGet } from './instructions/oseg-get.ts'
import { osegClose } from './instructions/oseg-close.ts'
import { opush } from './instructions/opush.ts'
import { opop } from './instructions/opop.ts'
import { opeek } from './instructions/opeek.ts'
import { oask } from './instructions/oask.ts'
import { oracle } from './instructions/oracle.ts'
import { ostart } from './instructions/ostart.ts'
import { oenter } from './instructions/oenter.ts'
import { owait } from './instructions/owait.ts'
import { otrap } from './instructions/otrap.ts'
import { oabort } from './instructions/oabort.ts'
import { ohint } from './instructions/ohint.ts'
import { ocount } from './instructions/ocount.ts'
import { ofork } from './instructions/ofork.ts'
import { ovote } from './instructions/ovote.ts'

export const instructions: readonly Instruction[] = [
  oinfo,
  oentry,
  oauto,
  owindow,
  osegOpen,
  osegLimit,
  osegTop,
  osegTouch,
  osegMove,
  osegBind,
  osegWatch,
  osegGet,
  osegClose,
  opush,
  opop,
  opeek,
  oask,
  oracle,
  ostart,
  oenter,
  owait,
  otrap,
  oabort,
  ohint,
  ocount,
  ofork,
  ovote,
]

export const instructionByFunct7 = (funct7: number): Instruction | undefined => instructions.find((i) => i.funct7 === funct7)
export const instruction = (mnemonic: string): Instruction => {
  const found = instructions.find((i) => i.mnemonic === mnemonic)
  if (!found) throw new RangeError(`no instruction ${mnemonic}`)
  return found
}
