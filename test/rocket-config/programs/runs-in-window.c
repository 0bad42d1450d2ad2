/* Owns: a program that gives the unit a window in which its own code lies. */
#include "runtime.h"

extern char _start[];

int main(void)
{
  rt_must("owindow", oracle_owindow((oracle_uword)_start, (oracle_uword)_start + 0x10000));
  return 0;
}
