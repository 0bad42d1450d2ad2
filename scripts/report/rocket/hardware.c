/* Owns: O-mode by the unit: one instruction, one record at the end. */
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

void way_start(void) { rt_must("ostart", oracle_ostart(0, 0)); }

int way_goes_on(void)
{
  int64_t record = rt_take_record(0);
  if (oracle_record_cause((uint64_t)record) != ORACLE_CAUSE_YIELD) way_failed("the record", (uint64_t)record);
  return 1;
}

void way_waits(void)
{
  rt_must("oenter", oracle_oenter(0, 0));
  way_goes_on();
}

unsigned way_interrupt(void) { return RT_INTERRUPT_ORACLE; }
size_t way_length(void) { return rt_length(0); }
