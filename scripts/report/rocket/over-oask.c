/* Owns: O-mode as a loop in software over `oask`: the unit makes one query and takes one answer, the hart says whether it goes on. */
#include "with-unit.h"

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
