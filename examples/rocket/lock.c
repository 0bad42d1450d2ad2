// Owns: a lock by LR/SC beside the unit's stream: the quiet gaps after its bursts let the pair end while a long history leaves, however often the hart tries.
#include "runtime.h"

/* Four bursts of the unit: 1024 words of 8 bytes each. */
#define HISTORY (32u * 1024)
/* The query has begun to leave so many cycles after its start, and is not yet near its end so many before it. */
#define MARGIN 300u
#define MOST 4096u

static volatile uint32_t lock;

/* Takes the lock at any number of tries, with n more instructions for each: another pace against the stream. */
#define TAKE(n) \
  static void take_##n(void) \
  { \
    uint32_t held, failed; \
    __asm__ volatile("1:\n\t.rept " #n "\n\tnop\n\t.endr\n\tlr.w.aq %0, (%2)\n\tbnez %0, 1b\n\tli %1, 1\n\tsc.w.rl %1, %1, (%2)\n\tbnez %1, 1b" \
                     : "=&r"(held), "=&r"(failed) : "r"(&lock) : "memory"); \
  }
TAKE(0) TAKE(1) TAKE(2) TAKE(3) TAKE(4) TAKE(5) TAKE(6) TAKE(7)
static void (*const takers[])(void) = { take_0, take_1, take_2, take_3, take_4, take_5, take_6, take_7 };

static void give(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

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
    uint64_t from = rt_cycles();
    rt_must("ostart", oracle_ostart(0, 0));
    while (!rt_pending(RT_INTERRUPT_ORACLE)) {
      takers[pace]();
      if (taken < MOST) taken_at[taken++] = (uint32_t)(rt_cycles() - from);
      give();
    }
    rt_print_record(rt_take_record(0));
    uint64_t sending = rt_count(0, ORACLE_COUNTER_CYCLES_SENDING) - before;
    for (unsigned i = 0; i < taken; i++) beside += taken_at[i] > MARGIN && taken_at[i] + MARGIN < sending;
    rt_printf("pace %u: the lock was taken again and again while the history left: %s\n", pace, beside > 1 ? "yes" : "no");
  }
  rt_printf("symbols sent: %lu, of them for the first time %lu\n",
            (unsigned long)(rt_count(0, ORACLE_COUNTER_SENT_NEW) + rt_count(0, ORACLE_COUNTER_SENT_AGAIN)), (unsigned long)rt_count(0, ORACLE_COUNTER_SENT_NEW));
  return 0;
}
