/* Owns: the measurement of a way to run O-mode: clock cycles from the first query to the last answer, and how many of them are left to other code. */
#include "o-mode.h"

volatile uint64_t settings[2] __attribute__((section(".input")));

extern char measure_left[];
static volatile int over;

/* The other code: counts from 0 up to `most`, or until an interrupt's handler makes it leave. Interrupts are on in it alone. */
static __attribute__((noinline, noclone)) uint64_t count_up(uint64_t most)
{
  uint64_t count = 0;
  __asm__ volatile(".balign 64\n\tcsrsi mstatus, 8\n1:\taddi %0, %0, 1\n\tbne %0, %1, 1b\n\t.globl measure_left\nmeasure_left:\n\tcsrci mstatus, 8" : "+r"(count) : "r"(most) : "memory");
  return count;
}

static void on_interrupt(struct rt_frame *frame)
{
  if (way_goes_on()) frame->pc = (uint64_t)measure_left;
}

_Noreturn void way_failed(const char *what, uint64_t value)
{
  rt_printf("%s: 0x%lx\n", what, (unsigned long)value);
  rt_exit(1);
}

int main(void)
{
  for (size_t at = 0; at < HISTORY; at += 8) *(uint64_t *)(BASE + at) = UINT64_C(0x7972616e69647261) ^ (at >> 3 & 7); /* letters */
  way_boot();
  rt_on_interrupt(way_interrupt(), on_interrupt);
  rt_enable(way_interrupt());

  /* The first time warms the caches. */
  for (int turn = 0; turn < 2; turn++) {
    /* Cycles of 10,000 rounds: the difference of two times has no cost of the call in it. */
    uint64_t from = 0, counting = 0;
    for (int longer = 0; longer < 3; longer++) {
      from = rt_cycles();
      count_up(longer == 2 ? 11000 : 1000);
      counting = rt_cycles() - from - (longer == 2 ? counting : 0);
    }

    way_prepare();
    uint64_t count = 0;
    from = rt_cycles();
    if (WAITS) way_waits();
    else {
      way_start();
      count = count_up(UINT64_MAX);
    }
    uint64_t cycles = rt_cycles() - from;
    if (turn == 0) continue;

    uint64_t sum = 0;
    size_t length = way_length();
    for (size_t at = 0; at < length; at++) sum = sum * 31 + *(volatile uint8_t *)(BASE + at);
    rt_printf("cycles %lu left %lu length %lu sum %lx\n", (unsigned long)cycles, (unsigned long)(count * counting / 10000), (unsigned long)length, (unsigned long)sum);
  }
  return 0;
}
