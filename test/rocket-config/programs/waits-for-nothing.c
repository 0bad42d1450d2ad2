/* Owns: a program that waits for an interrupt after its slot has trapped, and has not enabled it. */
#include "runtime.h"

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 4096);
  rt_append_record(0, ORACLE_MARK_PRIESTESS, "next?");
  rt_must("ostart", oracle_ostart(0, 0));
  for (;;) __asm__ volatile ("wfi");
}
