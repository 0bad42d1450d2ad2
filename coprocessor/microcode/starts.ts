// Owns: how a run is started: what the two instructions that do it in O-mode share, and the two in P-mode. Each has a copy, so that nothing comes before the first beat of the query.

/** P-mode: any Oracle, one answer, no budget. */
export const startsOneAnswer = `
              if refused goto refuse
              A = rs2
              if A >= 64 goto badRange
              if dead goto badMemory
              if not sendsNow goto .late
              sequence, txEarly = sequence + 1
  .late:      flags = flags & ~run
              asked = rs2
              flags = flags | single
              budget = 0 goto start
  `

/** O-mode: the Oracle of the slot, if `oauto` lists it, and a budget or none. */
export const startsOMode = `
              if refused goto refuse
              A = oracle
              if not listed @auto goto badOracle
              if unfit goto .unfit
              if not sendsNow goto .late
              sequence, txEarly = sequence + 1
  .late:      flags = flags & ~run
              asked = A
              A, budget = rs2
              if A == 0 goto start
              flags = flags | budgeted goto start
  .unfit:     if long goto badRange
              goto badMemory
  `
