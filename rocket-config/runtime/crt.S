# Owns: the first instructions of a program: what the hart needs before C, the unit's window in PMP, and main.
  .file "crt.S"
#include "platform.h"

#define MSTATUS_FS 0x6000
#define MSTATUS_XS 0x18000
/* read, write, no execute; top of range; locked: it holds in machine mode too, and until reset, as the unit's window does */
#define PMP_WINDOW 0x8b

  .section .text.start, "ax"
  .globl _start
_start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la sp, __stack_top
  csrw mie, zero
  la t0, __trap_stack_top
  csrw mscratch, t0
  la t0, rt_trap_entry
  csrw mtvec, t0

  # What the timer compares with has no value after reset: off.
  li t0, PLATFORM_MTIMECMP
  li t1, -1
  sd t1, 0(t0)

  # Without XS every instruction of the unit is illegal.
#ifdef __riscv_flen
  li t0, MSTATUS_XS | MSTATUS_FS
#else
  li t0, MSTATUS_XS
#endif
  csrs mstatus, t0

  # The unit's accesses are checked as those of supervisor mode. One that no entry allows stops the hart for good.
  la t0, __window_low
  srli t0, t0, 2
  csrw pmpaddr0, t0
  la t0, __window_high
  srli t0, t0, 2
  csrw pmpaddr1, t0
  li t0, PMP_WINDOW << 8
  csrw pmpcfg0, t0

  la t0, __bss_low
  la t1, __bss_high
1:
  bgeu t0, t1, 2f
  sd zero, 0(t0)
  addi t0, t0, 8
  j 1b
2:
  call main
  tail rt_exit
