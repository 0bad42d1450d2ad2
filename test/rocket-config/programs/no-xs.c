/* Owns: a program that uses the unit while mstatus.XS is 0. */
#include "runtime.h"

int main(void)
{
  RT_CSR_CLEAR(mstatus, RT_MSTATUS_XS);
  rt_printf("%ld\n", (long)oracle_oinfo(0));
  return 0;
}
