// Owns: a lock by LR/SC beside the unit's stream: the quiet gaps after its bursts let the pair end while a long history leaves.
#include "runtime.h"

#define HISTORY (64u * 1024)
/* The unit reads words of 8 bytes, and is quiet for a while after each 1024 of them: so often at least the lock is to be had beside its stream. */
#define GAPS (HISTORY / 8 / 1024 / 2)

static volatile uint32_t lock;

/* Takes it at any number of tries. @return how many it took */
static unsigned take(void)
{
  unsigned tries = 0;
  uint32_t held, failed;
  do {
    tries++;
    __asm__ volatile("lr.w.aq %0, (%2)\n\tli %1, 1\n\tbnez %0, 1f\n\tsc.w.rl %1, %1, (%2)\n1:" : "=&r"(held), "=&r"(failed) : "r"(&lock) : "memory");
  } while (held != 0 || failed != 0);
  return tries;
}

static void give(void)
{
  __asm__ volatile("" : : : "memory");
  lock = 0;
}

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, HISTORY + 64);
  for (unsigned at = 0; at < HISTORY; at += 8) *(uint64_t *)(__window_low + at) = UINT64_C(0x6b636f6c6b636f6c); /* "locklock" */
  rt_must("oseg.top", oracle_oseg_top(0, (oracle_uword)__window_low + HISTORY));

  rt_must("ostart", oracle_ostart(0, 0));
  unsigned taken = 0, beside = 0;
  while (taken < 300) {
    take();
    taken++;
    /* Its query is still leaving, or its answer under way. */
    if (oracle_oseg_get(0, ORACLE_FIELD_STATUS) == ORACLE_SLOT_RUNNING) beside++;
    give();
  }
  rt_must("owait", oracle_owait(1));
  rt_printf("locks taken: %u, one in every other gap of the stream at least: %s\n", taken, beside >= GAPS ? "yes" : "no");
  rt_print_record(rt_take_record(0));
  rt_printf("symbols sent: %lu, the history is now %lu long\n", (unsigned long)rt_count(0, ORACLE_COUNTER_SENT_NEW), (unsigned long)rt_length(0));
  return 0;
}
