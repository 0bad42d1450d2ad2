/* Owns: a program that jumps to an address where nothing is, after it has made sure that its traps lead nowhere too. */
#include "runtime.h"

int main(void)
{
  RT_CSR_WRITE(mtvec, 0x40000000);
  ((void (*)(void))0x50000000)();
  return 0;
}
