/* Owns: what the ways that use the unit share: its boot, its segment, the history on the way to the first query. */
#ifndef WITH_UNIT_H
#define WITH_UNIT_H

#include "o-mode.h"

void way_boot(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, (HISTORY + ROOM) & ~(size_t)7);
}

void way_prepare(void)
{
  rt_must("oseg.top", oracle_oseg_top(0, BASE + HISTORY));
  rt_must("oseg.touch", oracle_oseg_touch(0, BASE));
}

unsigned way_interrupt(void) { return RT_INTERRUPT_ORACLE; }
size_t way_length(void) { return rt_length(0); }

#endif
