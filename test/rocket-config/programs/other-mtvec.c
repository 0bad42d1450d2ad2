/* Owns: a program whose traps do not lead to the entry that it gave to the unit. */
#include "runtime.h"

__attribute__((aligned(64))) static void elsewhere(void) { rt_exit(3); }

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 4096);
  RT_CSR_WRITE(mtvec, elsewhere);
  RT_CSR_SET(mie, 1u << PLATFORM_ROCC_INTERRUPT);
  RT_CSR_SET(mstatus, RT_MSTATUS_MIE);
  rt_must("ostart", oracle_ostart(0, 0));
  for (;;) continue;
}
