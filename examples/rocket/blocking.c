// Owns: O-mode, waited for: the unit queries again and again, with no instruction between, until an answer ends with the yield symbol.
#include "runtime.h"

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 256);
  rt_append_record(0, ORACLE_MARK_PRIESTESS, "Think.");
  rt_begin_record(0, ORACLE_MARK_ORACLE);
  size_t asked = rt_length(0);

  oracle_word answer = oracle_oenter(0, 0);
  rt_printf("oenter: %s\n", rt_answer_name(answer));
  rt_print_record(rt_take_record(0));
  rt_printf("answer: ");
  rt_print_from(0, asked);
  rt_printf("queries %lu, answers %lu, symbols sent %lu, appended %lu\n", (unsigned long)rt_count(0, ORACLE_COUNTER_QUERIES), (unsigned long)rt_count(0, ORACLE_COUNTER_ANSWERS),
            (unsigned long)rt_count(0, ORACLE_COUNTER_SENT_NEW), (unsigned long)rt_count(0, ORACLE_COUNTER_APPENDED));
  return 0;
}
