/* Owns: a lock by LR/SC, taken at several paces against what else uses the cache. */
#ifndef LOCK_H
#define LOCK_H

#include <stdint.h>

static volatile uint32_t lock;

/* lock_take_N takes the lock at any number of tries, with N more instructions for each. */
#define LOCK_TAKE(n) \
  static inline void lock_take_##n(void) \
  { \
    uint32_t held, failed; \
    __asm__ volatile("1:\n\t.rept " #n "\n\tnop\n\t.endr\n\tlr.w.aq %0, (%2)\n\tbnez %0, 1b\n\tli %1, 1\n\tsc.w.rl %1, %1, (%2)\n\tbnez %1, 1b" \
                     : "=&r"(held), "=&r"(failed) : "r"(&lock) : "memory"); \
  }
static inline void lock_give(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

#endif
