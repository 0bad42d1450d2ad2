// Owns: the smallest program for Rocket: it prints, asks the unit what it is, and ends.
#include "runtime.h"

int main(void)
{
  unsigned long slots = (unsigned long)oracle_oinfo(ORACLE_INFO_SLOTS);
  unsigned long symbols = (unsigned long)oracle_oinfo(ORACLE_INFO_SYMBOLS);
  rt_printf("Hello from Rocket.\n");
  rt_printf("The unit has %lu slots; its yield symbol is %02lx.\n", slots, symbols & 0xff);
  return 0;
}
