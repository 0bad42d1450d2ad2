/* Owns: who handles which trap, and what is said of one that nobody handles. */
#include "runtime.h"

#define CAUSES 16u
static rt_handler *interrupts[CAUSES], *exceptions[CAUSES];

static const char *const exception_names[CAUSES] = {
  "instruction address misaligned", "instruction access fault", "illegal instruction", "breakpoint", "load address misaligned", "load access fault",
  "store address misaligned", "store access fault", "ecall from user mode", "ecall from supervisor mode", 0, "ecall from machine mode",
  "instruction page fault", "load page fault", 0, "store page fault",
};

void rt_on_interrupt(unsigned cause, rt_handler *handler) { interrupts[cause % CAUSES] = handler; }
void rt_on_exception(unsigned cause, rt_handler *handler) { exceptions[cause % CAUSES] = handler; }

/* Names it, and ends the program. */
static _Noreturn void give_up(const char *where, uint64_t cause, uint64_t pc, uint64_t value, uint64_t status)
{
  unsigned code = (unsigned)(cause & 63);
  if ((cause & RT_CAUSE_INTERRUPT) != 0) {
    rt_printf("\ninterrupt%s that nobody handles: cause %u at pc 0x%lx\n", where, code, (unsigned long)pc);
    rt_exit(RT_EXIT_EXCEPTION + code);
  }
  const char *name = code < CAUSES && exception_names[code] != 0 ? exception_names[code] : "exception";
  rt_printf("\n%s%s: cause %u, pc 0x%lx, value 0x%lx\n", name, where, code, (unsigned long)pc, (unsigned long)value);
  if (code == 1 || code == 12) rt_printf("the program jumped to 0x%lx, where no code is\n", (unsigned long)pc);
  /* The value of an illegal instruction is its word. */
  if (code == 2 && (value & 0x7f) == 0x0b) {
    if ((status & RT_MSTATUS_XS) == 0) rt_printf("it is an instruction of the unit and mstatus.XS is 0: set it\n");
    else rt_printf("it is an instruction of the unit in a form that the hart refuses: xs2 without xs1\n");
  }
  rt_exit(RT_EXIT_EXCEPTION + code);
}

/* Called by the entry. */
void rt_trap(struct rt_frame *frame);
void rt_trap(struct rt_frame *frame)
{
  uint64_t code = frame->cause & ~RT_CAUSE_INTERRUPT;
  rt_handler *handler = code < CAUSES ? (frame->cause & RT_CAUSE_INTERRUPT ? interrupts : exceptions)[code] : 0;
  if (handler == 0) give_up("", frame->cause, frame->pc, frame->value, frame->status);
  handler(frame);
}

/* Called by the entry. */
_Noreturn void rt_fault_in_handler(uint64_t cause, uint64_t pc, uint64_t value);
_Noreturn void rt_fault_in_handler(uint64_t cause, uint64_t pc, uint64_t value)
{
  give_up(" inside a trap handler", cause, pc, value, RT_CSR_READ(mstatus));
}

void rt_spin(uint64_t cycles)
{
  uint64_t from = rt_cycles();
  while (rt_cycles() - from < cycles) continue;
}
