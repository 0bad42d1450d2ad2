// Owns: the smallest program for Rocket: it prints, asks the unit what it is, and ends.
#include "runtime.h"

int main(void)
{
  rt_printf("Hello from Rocket (%s).\n", PLATFORM_CONFIG);
  rt_printf("The unit has %lu slots; its yield symbol is %02lx.\n", rt_must("oinfo", oracle_oinfo(ORACLE_INFO_SLOTS)), rt_must("oinfo", oracle_oinfo(ORACLE_INFO_SYMBOLS)) & 0xff);
  return 0;
}
