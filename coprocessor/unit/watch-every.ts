// Owns: how often the unit looks at a watchdog.
/**
 * The watcher looks at one slot in so many clock cycles: a watchdog fires at most `slots` times that late, and what runs before it, never early. More often,
 * and its thread takes time from those of the slots that work.
 */
export const watchEvery = 128
