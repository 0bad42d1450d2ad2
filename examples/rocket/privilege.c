// Owns: the status `privilege`: supervisor mode may ask what the unit is, and nothing else while minPrivilege is machine.
#include "runtime.h"

int main(void)
{
  if (!rt_has_supervisor()) {
    rt_printf("this hart has no supervisor mode\n");
    return 1;
  }
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 64);
  rt_allow_supervisor();

  rt_to_supervisor();
  oracle_word slots = oracle_oinfo(ORACLE_INFO_SLOTS), push = oracle_opush(0, 'x'), wait = oracle_owait(1), entry = oracle_oentry(0);
  rt_to_machine();

  rt_printf("in supervisor mode:\n");
  rt_printf("oinfo slots %ld\n", slots);
  rt_printf("opush %s\n", rt_answer_name(push));
  rt_printf("owait %s\n", rt_answer_name(wait));
  rt_printf("oentry %s\n", rt_answer_name(entry));
  rt_printf("and the history has %lu symbols\n", (unsigned long)rt_length(0));
  rt_printf("in machine mode:\n");
  rt_printf("opush %s\n", rt_answer_name(oracle_opush(0, 'x')));
  return 0;
}
