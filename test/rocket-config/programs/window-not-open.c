/* Owns: a program that gives the unit a window which no entry of PMP opens. */
#include "runtime.h"

#define BASE 0x80400000ul

int main(void)
{
  rt_must("oentry", oracle_oentry((oracle_uword)rt_trap_entry));
  rt_must("oauto", oracle_oauto(1));
  rt_must("owindow", oracle_owindow(BASE, BASE + 0x1000));
  rt_must("oseg.open", oracle_oseg_open(BASE | RT_COLOUR_O, 0x100ul << 8));
  rt_must("oseg.top", oracle_oseg_top(0, BASE + 8));
  rt_must("oenter", oracle_oenter(0, 0));
  return 0;
}
