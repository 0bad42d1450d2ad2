/* Owns: the way into supervisor mode and back, for programs that show the unit under virtual memory. */
#include "runtime.h"

#define EXCEPTION_ECALL_SUPERVISOR 9u
/* naturally aligned region of all addresses: read, write, execute */
#define PMP_ALL UINT64_C(0x1f)

/* The frame goes on behind the ecall, in machine mode. */
static void to_machine(struct rt_frame *frame)
{
  frame->pc += 4;
  frame->status |= RT_MSTATUS_MPP;
}

void rt_allow_supervisor(void)
{
  rt_on_exception(EXCEPTION_ECALL_SUPERVISOR, to_machine);
  RT_CSR_WRITE(pmpaddr2, UINT64_MAX);
  RT_CSR_SET(pmpcfg0, PMP_ALL << 16);
  __asm__ volatile("sfence.vma" : : : "memory");
}

__attribute__((noinline)) void rt_to_supervisor(void)
{
  uint64_t before = RT_CSR_READ(mstatus);
  /* A trap between here and mret would lose what mret is to do. */
  rt_interrupts_off();
  uint64_t status = (before & ~(RT_MSTATUS_MPP | RT_MSTATUS_MPIE | RT_MSTATUS_MIE)) | RT_MSTATUS_MPP_SUPERVISOR;
  /* mret takes MIE from MPIE: it stays what it was. */
  if ((before & RT_MSTATUS_MIE) != 0) status |= RT_MSTATUS_MPIE;
  __asm__ volatile("csrw mstatus, %0\n\tla t0, 1f\n\tcsrw mepc, t0\n\tmret\n1:" : : "r"(status) : "t0", "memory");
}

__attribute__((noinline)) void rt_to_machine(void) { __asm__ volatile("ecall" : : : "memory"); }
