/* Owns: a program that asks its Oracle three times in O-mode and prints each record; exit code 0 when the last one is a yield, 9 else. */
#include "runtime.h"

int main(void)
{
  int64_t record = 0;
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 4096);
  for (int turn = 0; turn < 3; turn++) {
    rt_append_record(0, ORACLE_MARK_PRIESTESS, "next?");
    rt_begin_record(0, ORACLE_MARK_ORACLE);
    rt_must("oenter", oracle_oenter(0, 0));
    record = rt_take_record(0);
    rt_print_record(record);
  }
  return record > 0 && oracle_record_cause((uint64_t)record) == ORACLE_CAUSE_YIELD ? 0 : 9;
}
