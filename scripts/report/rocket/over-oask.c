/* Owns: O-mode as a loop in software over `oask`: the unit makes one query and takes one answer, the hart says whether it goes on. */
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

void way_start(void) { rt_must("oask", oracle_oask(0, 0)); }

static int yielded(void)
{
  uint64_t record = (uint64_t)rt_take_record(0);
  if (oracle_record_cause(record) != ORACLE_CAUSE_ANSWER) way_failed("the record", record);
  return (oracle_record_flags(record) & ORACLE_FLAG_YIELDED) != 0;
}

int way_goes_on(void)
{
  if (yielded()) return 1;
  way_start();
  return 0;
}

void way_waits(void)
{
  do rt_must("oracle", oracle_oracle(0, 0)); while (!yielded());
}

unsigned way_interrupt(void) { return RT_INTERRUPT_ORACLE; }
size_t way_length(void) { return rt_length(0); }
