// Owns: an interpreter of instructions that are data: each is put before a return, run with its two operands, and what it left in a0 is kept and printed.
//
// With -DDIGEST only a hash of all results is printed (FNV-1a over 64-bit words): for many programs, of which each agrees with what is expected or is run again.
//
// `commands` is filled by the simulator before the program starts. A word is any 32-bit instruction with rd = rs1 = a0 and rs2 = a1 that does not jump: the
// unit's own with legal encodings or not, `sd a1, 0(a0)`, `ld a0, 0(a0)`, `wfi` (it ends when the interrupt line is up). An `otrap` goes to the one place
// that takes records.
#include "runtime.h"

#define MOST 2048u

enum mode { MACHINE = 0, SUPERVISOR = 1 };

struct command {
  /** 0: the end. */
  uint32_t word;
  /** enum mode: where it runs. */
  uint32_t mode;
  uint64_t a0, a1;
};

/* What lies here is not cleared at the start, which would take longer than most programs. */
#define AS_IT_IS __attribute__((section(".input"), aligned(8)))

struct command commands[MOST] AS_IT_IS;

/** What a command left in a0, and 1 + the cause of the exception that it met. */
static struct { uint64_t a0; unsigned failed; } results[MOST] AS_IT_IS;
static unsigned at;

/* Each instruction, and `ret`. */
static struct { uint32_t word, back; } code[MOST] AS_IT_IS;
#define RET UINT32_C(0x00008067)

/* A command that traps is over. Anything else that traps is met again, by nobody. */
static void on_exception(struct rt_frame *frame)
{
  if (frame->pc != (uint64_t)&code[at]) {
    rt_on_exception((unsigned)frame->cause, 0);
    return;
  }
  results[at].failed = (unsigned)frame->cause + 1;
  frame->pc = frame->x[1];
}

static uint64_t run(const struct command *c)
{
  if ((c->word & ORACLE_MASK) == ORACLE_MATCH_OTRAP && c->mode == MACHINE) return (uint64_t)rt_take_record((oracle_word)c->a0);
  uint64_t (*function)(uint64_t, uint64_t) = (uint64_t (*)(uint64_t, uint64_t))&code[at];
  if (c->mode == MACHINE) return function(c->a0, c->a1);
  /* Below machine mode an enabled interrupt is taken, whatever mstatus says. */
  rt_disable(RT_INTERRUPT_ORACLE);
  rt_to_supervisor();
  uint64_t a0 = function(c->a0, c->a1);
  rt_to_machine();
  rt_enable(RT_INTERRUPT_ORACLE);
  return a0;
}

int main(void)
{
  for (unsigned cause = 0; cause < 16; cause++) rt_on_exception(cause, on_exception);
  if (rt_has_supervisor()) rt_allow_supervisor();
  /* For wfi: interrupts as a whole stay off. */
  rt_enable(RT_INTERRUPT_ORACLE);
  unsigned count = 0;
  for (; count < MOST && commands[count].word != 0; count++) {
    code[count].word = commands[count].word;
    code[count].back = RET;
    results[count].failed = 0;
  }
  __asm__ volatile("fence.i" : : : "memory");
  for (at = 0; at < count; at++) results[at].a0 = run(&commands[at]);
  rt_disable(RT_INTERRUPT_ORACLE);

#ifdef DIGEST
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (unsigned i = 0; i < at; i++) {
    hash = (hash ^ (results[i].failed != 0 ? ~(uint64_t)results[i].failed : results[i].a0)) * UINT64_C(0x100000001b3);
  }
  rt_printf("%u results: %lx\n", at, (unsigned long)hash);
  return 0;
#endif
  for (unsigned i = 0; i < at; i++) {
    if (results[i].failed != 0) rt_printf("%u: exception %u\n", i, results[i].failed - 1);
    else rt_printf("%u: %lx\n", i, (unsigned long)results[i].a0);
  }
  return 0;
}
