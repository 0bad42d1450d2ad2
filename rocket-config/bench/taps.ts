// Owns: every name that the bench reads inside the elaborated Rocket Chip 1.2.6: the hart's retired instructions, traps and stores, and what it stands at.

/** An output of the bench that is an expression over signals inside the system. */
export interface Tap {
  readonly name: string
  readonly width: number
  /** SystemVerilog; `{a.b.c}` is a signal by its instance path below the system. Sampled before the clock edge, as every output. */
  readonly value: string
  /** Its value where the system lacks one of those signals; without it the system is refused. */
  readonly otherwise?: string
}

const tap = (name: string, width: number, value: string): Tap => ({ name, width, value })
/** Program counters are narrower in Rocket; their top bit stands for all above. */
const address = (path: string): string => `64'($signed({${path}}))`

/** The tile that carries the unit, and the unit in it. */
export const unitPath = 'tile.oracle.unit'

/** An access is done in the data cache, in its second stage. Nothing comes after it that could undo it. */
const accessHits = '{tile.dcache.s2_valid_hit_pre_data_ecc_and_waw}'
/** The commit of a store. */
const storeCommits = `${accessHits} & {tile.dcache.s2_write} & ~{tile.dcache.s2_sc_fail}`

export const hartTaps: readonly Tap[] = [
  // An instruction retires: at most one a cycle. A compressed one stands in the low 16 bits, zeros above.
  tap('hart_retire_valid', 1, '{tile.core.csr_io_trace_0_valid} & ~{tile.core.csr_io_trace_0_exception}'),
  tap('hart_retire_pc', 64, address('tile.core.csr_io_trace_0_iaddr')),
  tap('hart_retire_insn', 32, '{tile.core.csr_io_trace_0_insn}'),
  // A trap is taken, an interrupt or an exception, ecall and ebreak too. The cause as in mcause, its top bit included; `pc` as in mepc.
  tap('hart_trap_valid', 1, '{tile.core.csr.exception}'),
  tap('hart_trap_interrupt', 1, '{tile.core.csr.cause}[63]'),
  tap('hart_trap_cause', 64, '{tile.core.csr.cause}'),
  tap('hart_trap_pc', 64, address('tile.core.csr_io_pc')),
  tap('hart_trap_value', 64, address('tile.core.csr_io_tval')),
  tap('hart_trap_target', 64, address('tile.core.csr_io_evec')),
  // Privilege: 0 user, 1 supervisor, 3 machine.
  tap('hart_privilege', 2, '{tile.core.csr_io_status_prv}'),
  // As in satp; a hart without virtual memory has none.
  { ...tap('hart_satp', 64, '{ {tile.core.csr.reg_satp_mode}, 16\'d0, {tile.core.csr.reg_satp_ppn} }'), otherwise: '64\'d0' },
  // A store, AMO or successful SC of the core to memory takes effect; those of the unit are not here: they take effect with their answer at mem_resp.
  // Physical address of an aligned 8-byte word; bit n of the mask: byte n of it becomes byte n of the data. An access that reads memory in a later cycle sees it.
  tap('hart_store_valid', 1, `${storeCommits} & {tile.core.io_dmem_resp_valid}`),
  tap('hart_store_addr', 64, '64\'({tile.dcache.s2_req_addr}) & ~64\'d7'),
  tap('hart_store_data', 64, '{tile.dcache.pstore1_storegen_data}'),
  tap('hart_store_mask', 8, '{tile.dcache.pstore1_mask}'),
  // A load, AMO or LR of the core that hit takes its data, in the cycle in which it retires: a miss is tried again until it hits. Loads of devices are not here.
  // Physical address and log2 of its bytes.
  tap('hart_load_valid', 1, `${accessHits} & {tile.dcache.s2_read} & {tile.core.io_dmem_resp_valid}`),
  tap('hart_load_addr', 64, '64\'({tile.dcache.s2_req_addr})'),
  tap('hart_load_size', 2, '{tile.dcache.s2_req_size}'),
  // What stands in decode, and why it does not go on.
  tap('hart_decode_pc', 64, address('tile.core.ibuf_io_pc')),
  tap('hart_decode_insn', 32, '{tile.core.ibuf_io_inst_0_bits_raw}'),
  tap('hart_decode_valid', 1, '{tile.core.ibuf_io_inst_0_valid}'),
  tap('hart_stalled', 1, '{tile.core.ctrl_stalld}'),
  tap('hart_waits_register', 1, '{tile.core.id_sboard_hazard}'),
  tap('hart_waits_fence', 1, '{tile.core.id_do_fence}'),
  tap('hart_waits_unit', 1, '{tile.core.id_ctrl_rocc} & {tile.core.rocc_blocked}'),
  tap('hart_wfi', 1, '{tile.core.csr_io_status_wfi}'),
]

/** The paths that a tap reads. */
export const pathsOf = (t: Pick<Tap, 'value'>): string[] => [...t.value.matchAll(/\{([\w.]+)\}/g)].map((m) => m[1]!)
