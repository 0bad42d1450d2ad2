/* Owns: what the hart's own memory accesses suffer while the unit streams: loops over data in the cache and out of it, and a lock by LR/SC; alone and beside a query or an answer. */
#include "runtime.h"
#include "../../../examples/rocket/lock.h"

/* Put into memory by the run: bytes of the history, and of all answers (the yield symbol counted). */
volatile uint64_t settings[2] __attribute__((section(".input")));
#define HISTORY ((size_t)settings[0])
#define ANSWER ((size_t)settings[1])

#define MOST 4096u
/* What is looked at lies so many cycles away from both ends of a stream. */
#define MARGIN 300u
#define LOOPS 8u

/* Three loops of as many accesses: loads that hit, stores that hit, loads of which every one is of another line. */
#define WORDS 128u
#define LINE_WORDS 8u
static volatile uint64_t resident[WORDS], far[WORDS * LINE_WORDS];

#define EACH(access, base) __asm__ volatile(".set offset, 0\n\t.rept 32\n\t" access "\n\t.set offset, offset + 32\n\t.endr" : : "r"(base) : "t0", "t1", "t2", "t3", "memory")
static void loads(void) { EACH("ld t0, offset(%0)\n\tld t1, offset + 8(%0)\n\tld t2, offset + 16(%0)\n\tld t3, offset + 24(%0)", resident); }
static void stores(void) { EACH("sd zero, offset(%0)\n\tsd zero, offset + 8(%0)\n\tsd zero, offset + 16(%0)\n\tsd zero, offset + 24(%0)", resident); }
static void misses(void) { for (unsigned i = 0; i < WORDS; i++) far[i * LINE_WORDS]; }
/* No memory at all: what the unit cannot slow down. */
static void computes(void) { for (unsigned i = 0; i < WORDS; i++) __asm__ volatile(""); }

#define LOCKS(n) LOCK_TAKE(n) static void lock_##n(void) { lock_take_##n(); lock_give(); }
LOCKS(0) LOCKS(3) LOCKS(5)

static const struct { const char *name; void (*run)(void); } loops[] = {
  { "loads-hit", loads }, { "stores-hit", stores }, { "loads-miss", misses }, { "computes", computes }, { "lock-0", lock_0 }, { "lock-3", lock_3 }, { "lock-5", lock_5 },
};

static uint32_t began[MOST], ended[MOST];

/* Cycles of one round: how many rounds, their sum, the longest. */
static void line(const char *name, const char *when, unsigned count, uint64_t low, uint64_t high)
{
  uint64_t sum = 0, rounds = 0, most = 0;
  for (unsigned i = 0; i < count; i++) {
    if (began[i] < low || ended[i] > high) continue;
    uint64_t cycles = ended[i] - began[i];
    rounds++, sum += cycles;
    if (cycles > most) most = cycles;
  }
  rt_printf("%s %s rounds %lu sum %lu most %lu\n", name, when, (unsigned long)rounds, (unsigned long)sum, (unsigned long)most);
}

int main(void)
{
  const oracle_uword base = (oracle_uword)__window_low;
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, (HISTORY + ANSWER + 64) & ~(size_t)7);
  for (size_t at = 0; at < HISTORY; at += 8) *(uint64_t *)(base + at) = UINT64_C(0x6573656874206c6c);
  for (unsigned l = 0; l < sizeof loops / sizeof loops[0]; l++) {
    void (*run)(void) = loops[l].run;
    uint64_t from = rt_cycles();
    for (unsigned i = 0; i < 2 * LOOPS; i++) {
      began[i] = (uint32_t)(rt_cycles() - from);
      run();
      ended[i] = (uint32_t)(rt_cycles() - from);
    }
    /* The first ones warm the caches. */
    line(loops[l].name, "alone", 2 * LOOPS, began[LOOPS], UINT64_MAX);

    rt_must("oseg.top", oracle_oseg_top(0, base + HISTORY));
    rt_must("oseg.touch", oracle_oseg_touch(0, base));
    uint64_t sent = rt_count(0, ORACLE_COUNTER_CYCLES_SENDING), took = rt_count(0, ORACLE_COUNTER_CYCLES_APPENDING);
    unsigned count = 0;
    from = rt_cycles();
    rt_must("ostart", oracle_ostart(0, 0));
    while (!rt_pending(RT_INTERRUPT_ORACLE)) {
      uint32_t at = (uint32_t)(rt_cycles() - from);
      run();
      if (count == MOST) continue;
      began[count] = at;
      ended[count++] = (uint32_t)(rt_cycles() - from);
    }
    uint64_t over = rt_cycles() - from;
    uint64_t record = (uint64_t)rt_take_record(0);
    if (oracle_record_cause(record) != ORACLE_CAUSE_YIELD) {
      rt_print_record((int64_t)record);
      return 1;
    }
    sent = rt_count(0, ORACLE_COUNTER_CYCLES_SENDING) - sent;
    took = rt_count(0, ORACLE_COUNTER_CYCLES_APPENDING) - took;
    rt_printf("%s stream query %lu answer %lu\n", loops[l].name, (unsigned long)sent, (unsigned long)took);
    /* The streams of one query and one answer; and all together, which is what counts where there are many. */
    line(loops[l].name, "query", count, MARGIN, sent > MARGIN ? sent - MARGIN : 0);
    line(loops[l].name, "answer", count, over - took + MARGIN, over - MARGIN);
    line(loops[l].name, "whole", count, 0, over);
  }
  return 0;
}
