/* Owns: O-mode by the unit: one instruction, one record at the end. */
#include "with-unit.h"

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
