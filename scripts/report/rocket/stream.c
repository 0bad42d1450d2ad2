/* Owns: streams over lines that the data cache has: before each entry the hart reads what will leave and what will be written, and touches no memory from then on. */
#include "runtime.h"

/* Put into memory by the run: bytes of the history, of its answer (the yield symbol counted), and how often. */
volatile uint64_t settings[3] __attribute__((section(".input")));

int main(void)
{
  const size_t history = settings[0], answer = settings[1], turns = settings[2];
  const oracle_uword base = (oracle_uword)__window_low;
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, (history + answer + 64) & ~(size_t)7);
  for (size_t at = 0; at < history + answer; at += 8) *(uint64_t *)(base + at) = UINT64_C(0x6d6165727473); /* "stream" */
  for (size_t turn = 0; turn < turns; turn++) {
    rt_must("oseg.top", oracle_oseg_top(0, base + history));
    rt_must("oseg.touch", oracle_oseg_touch(0, base));
    oracle_uword at = base, end = base + history + answer, word;
    __asm__ volatile("1:\n\tld %1, 0(%0)\n\tsd %1, 0(%0)\n\taddi %0, %0, 8\n\tbltu %0, %2, 1b" : "+r"(at), "=&r"(word) : "r"(end) : "memory");
    oracle_word value = oracle_oenter(0, 0);
    rt_must("oenter", value);
    rt_must("otrap", rt_take_record(0));
  }
  return 0;
}
