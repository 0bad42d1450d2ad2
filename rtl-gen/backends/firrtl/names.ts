// Owns: names, strings and places as FIRRTL text.
import type { Place } from '../../ir/index.ts'

/** Words that begin a statement or a declaration of FIRRTL, or stand for a type or an operation in an expression. */
const words = new Set((
  'FIRRTL version circuit module public extmodule intmodule layer layerblock class type enablelayer knownlayer option group instchoice formal simulation parameter defname input output flip const ' +
  'wire reg regreset node mem smem cmem infer mport rdwr read write inst object of is with reset when else skip connect invalidate attach define propassign force force_initial release ' +
  'release_initial stop printf fprintf fflush assert assume cover intrinsic match probe rwprobe ref depth reader writer readwriter old new undefined domain domain_define ' +
  'data-type read-latency write-latency read-under-write Clock Reset AsyncReset UInt SInt Analog Probe RWProbe Inst Integer Bool String List Path Double AnyRef contract requires ensures ' +
  'add sub mul div rem lt leq gt geq eq neq pad asUInt asSInt asClock asAsyncReset shl shr dshl dshlw dshr cvt neg not and or xor andr orr xorr cat bits head tail mux mux2 mux4 ' +
  'integer_add integer_mul integer_shr integer_shl list_concat prop_eq bool_and bool_or bool_xor bool_not string_concat subfield subindex subaccess tagExtract unsafe_domain_cast anon path').split(' '))

/** An identifier; in backticks if it could be read as a word of the language. */
export const idText = (name: string): string => (words.has(name) ? `\`${name}\`` : name)

/** A string in quotes; FIRRTL takes 7-bit characters only, others are written as `?`. */
export const stringText = (text: string): string =>
  `"${text.replace(/[^\x00-\x7f]/g, '?').replace(/[\\"]/g, c => `\\${c}`).replace(/\n/g, '\\n').replace(/\t/g, '\\t').replace(/[\x00-\x1f\x7f]/g, ' ')}"`

/** ` @[examples/fifo.ts 9:5]`, or nothing for what nobody wrote. */
export const locator = (at: Place): string => (at.file === '' ? '' : ` @[${at.file.replace(/[\x00-\x1f\x7f]/g, ' ').replace(/[\\\]]/g, c => `\\${c}`)} ${at.line}:${at.column}]`)

/** Text for a comment: on one line. */
export const commentText = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trimEnd()
