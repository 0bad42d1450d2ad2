// Owns: in how many cycles an answer arrives, where the answer itself does not say so. Simulated time never looks at a wall clock.

export interface LatencyModel {
  /** Clock cycles from the accepted last query beat to the first beat of the answer, reject or fault. */
  readonly first: number
  /** Clock cycles from the first beat of a frame to the first beat of the next one of the same answer. */
  readonly further: number
  /** Clock cycles from one hello of the host to the next, until the unit has answered. */
  readonly hello: number
}

/**
 * Constants, the same for every Oracle, so that the same answers give the same cycles on every engine and machine. They are small on
 * purpose: a simulation is not to spend its time waiting. They say nothing about how fast a real model is.
 */
export const defaultLatency: LatencyModel = { first: 400, further: 40, hello: 1024 }
