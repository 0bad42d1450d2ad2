# Owns: oenter with a FENCE before its rd is read, which no C compiler writes.
  .file "fenced-oenter.S"
#include "oracle.h"

  .text
  # oracle_word fenced_oenter(oracle_uword slot, oracle_uword budget, uint64_t cycles[3])
  .globl fenced_oenter
fenced_oenter:
  csrr t0, mcycle
  ORACLE_OENTER(a3, a0, a1)
  fence
  csrr t1, mcycle
  mv a0, a3
  csrr t2, mcycle
  sd t0, 0(a2)
  sd t1, 8(a2)
  sd t2, 16(a2)
  ret
