# Owns: the one entry of all traps: every register goes into a frame on a stack of its own, and C goes on from there.
  .file "trap.S"
#include "platform.h"

/* struct rt_frame: x[32], pc, cause, value, status. */
#define FRAME_PC     (32 * 8)
#define FRAME_CAUSE  (33 * 8)
#define FRAME_VALUE  (34 * 8)
#define FRAME_STATUS (35 * 8)
#define FRAME_BYTES  (36 * 8)

  .text
  # mtvec and the unit's entry.
  .align 6
  .globl rt_trap_entry
rt_trap_entry:
  # mscratch: the stack for traps, or 0 while one is handled.
  csrrw sp, mscratch, sp
  beqz sp, 1f
  addi sp, sp, -FRAME_BYTES
  sd zero, 0(sp)
  sd x1, 8(sp)
  .irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  sd x\n, (\n * 8)(sp)
  .endr
  csrrw t0, mscratch, zero
  csrr t1, mepc
  csrr t2, mcause
  csrr t3, mtval
  csrr t4, mstatus
  sd t0, 16(sp)
  sd t1, FRAME_PC(sp)
  sd t2, FRAME_CAUSE(sp)
  sd t3, FRAME_VALUE(sp)
  sd t4, FRAME_STATUS(sp)
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  mv a0, sp
  call rt_trap

  # The handler may have changed the frame: it goes on where that says.
  ld t1, FRAME_PC(sp)
  ld t4, FRAME_STATUS(sp)
  csrw mepc, t1
  csrw mstatus, t4
  addi t0, sp, FRAME_BYTES
  csrw mscratch, t0
  ld x1, 8(sp)
  .irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  ld x\n, (\n * 8)(sp)
  .endr
  ld sp, 16(sp)
  mret

  # A fault inside a handler: there is no way back.
1:
  la sp, __fatal_stack_top
  csrr a0, mcause
  csrr a1, mepc
  csrr a2, mtval
  tail rt_fault_in_handler
