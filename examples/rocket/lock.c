// Owns: a lock by LR/SC beside the unit's stream: the quiet gaps after its bursts let the pair end while a long history leaves, however often the hart tries, and the longest wait is known.
#include "runtime.h"
#include "lock.h"

/* Many times the cycles of a burst, with which the unit loads it. */
#define HISTORY (32u * 1024)
/* The query has begun to leave so many cycles after its start, and is not yet near its end so many before it. */
#define MARGIN 300u
/* Burst and quiet cycles of the unit (its parameters), and as many as it takes to end what is in flight and to fetch the lock's line: within them a lock is taken. */
#define WITHIN (2048u + 80u + 400u)
#define MOST 4096u

LOCK_TAKE(0) LOCK_TAKE(1) LOCK_TAKE(2) LOCK_TAKE(3) LOCK_TAKE(4) LOCK_TAKE(5) LOCK_TAKE(6) LOCK_TAKE(7)
static void (*const takers[])(void) = { lock_take_0, lock_take_1, lock_take_2, lock_take_3, lock_take_4, lock_take_5, lock_take_6, lock_take_7 };

static uint32_t taken_at[MOST];

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, HISTORY + 64);
  const oracle_uword base = (oracle_uword)__window_low;
  for (unsigned at = 0; at < HISTORY; at += 8) *(uint64_t *)(base + at) = UINT64_C(0x6b636f6c6b636f6c); /* "locklock" */
  for (unsigned pace = 0; pace < sizeof takers / sizeof takers[0]; pace++) {
    /* All of it is to leave again. */
    rt_must("oseg.top", oracle_oseg_top(0, base + HISTORY));
    rt_must("oseg.touch", oracle_oseg_touch(0, base));
    uint64_t before = rt_count(0, ORACLE_COUNTER_CYCLES_SENDING);

    unsigned taken = 0, beside = 0;
    uint32_t longest = 0;
    uint64_t from = rt_cycles();
    rt_must("ostart", oracle_ostart(0, 0));
    while (!rt_pending(RT_INTERRUPT_ORACLE)) {
      uint32_t began = (uint32_t)(rt_cycles() - from);
      takers[pace]();
      uint32_t took = (uint32_t)(rt_cycles() - from) - began;
      if (took > longest) longest = took;
      if (taken < MOST) taken_at[taken++] = began + took;
      lock_give();
    }
    rt_print_record(rt_take_record(0));
    uint64_t sending = rt_count(0, ORACLE_COUNTER_CYCLES_SENDING) - before;
    for (unsigned i = 0; i < taken; i++) beside += taken_at[i] > MARGIN && taken_at[i] + MARGIN < sending;
    rt_printf("pace %u: the lock was taken again and again while the history left: %s; within %u cycles each time: %s\n", pace, beside > 1 ? "yes" : "no", WITHIN, longest <= WITHIN ? "yes" : "no");
  }
  rt_printf("symbols sent: %lu, of them for the first time %lu\n",
            (unsigned long)(rt_count(0, ORACLE_COUNTER_SENT_NEW) + rt_count(0, ORACLE_COUNTER_SENT_AGAIN)), (unsigned long)rt_count(0, ORACLE_COUNTER_SENT_NEW));
  return 0;
}
