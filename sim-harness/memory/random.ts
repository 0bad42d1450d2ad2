// Owns: seeded random numbers for memories and ports. The same seed gives the same run on every machine.

/** A stream of 32-bit numbers (Mulberry32): small, quick, good enough to vary a test. */
export class Random {
  private state: number
  constructor(seed: number) { this.state = seed >>> 0 }

  /** 0 .. 2^32 - 1. */
  word(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }

  /** low .. high, both included. */
  between(low: number, high: number): number { return low + this.word() % (high - low + 1) }
}

/** How a ready or valid of the environment comes and goes: runs of cycles up and down, of these greatest lengths. 0 down: always up. */
export interface Stall { readonly up: number; readonly down: number }

/** Up in cycle 0, then runs of random length. It depends on the cycle alone, so a stretch in which nothing happens can be skipped. */
export class Gate {
  private readonly random: Random
  private readonly stall: Stall
  private open = true
  private until: number

  constructor(stall: Stall, seed: number) {
    this.stall = stall
    this.random = new Random(seed)
    this.until = stall.down === 0 ? Infinity : this.random.between(1, stall.up)
  }

  /** Cycles must not go back. */
  isUp(cycle: number): boolean {
    while (cycle >= this.until) {
      this.open = !this.open
      this.until += this.random.between(1, this.open ? this.stall.up : this.stall.down)
    }
    return this.open
  }

  /** The first cycle in which it is otherwise than in the cycle last asked for; Infinity: never. */
  get change(): number { return this.until }
}
