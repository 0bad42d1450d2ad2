// Owns: where things lie in the address space of the minimal Rocket system. The Scala elaboration, the bench and the C runtime get their addresses from here.

/** Main memory behind the AXI4 memory port; all of it is cacheable. Bytes. */
export const memory = { base: 0x8000_0000n, size: 0x8000_0000n } as const
/** The boot ROM: its first instructions jump to `memory.base`. */
export const bootRom = { base: 0x1_0000n, size: 0x1_0000n } as const
/** Rocket's own timer (CLINT). */
export const clint = { base: 0x200_0000n, mtimecmp: 0x4000n, mtime: 0xbff8n, /** Clock cycles for one step of mtime. */ cyclesPerTick: 100 } as const
/** The bench's registers behind the AXI4 MMIO port, each 8 bytes wide. */
export const mmio = {
  base: 0x6000_0000n, size: 0x2000_0000n,
  /** Written once: the program's exit code in [31:0]; the run ends. */
  exit: 0x0n,
  /** Written: one byte for the console in [7:0]. */
  console: 0x8n,
  /** The link to the host, in a simulator that was built with `unit: 'link-device'`; `bench_link.sv` says what each does. */
  linkSend: 0x100n, linkSendLast: 0x108n, linkTake: 0x110n, linkCounts: 0x118n, linkInterrupt: 0x120n,
} as const
