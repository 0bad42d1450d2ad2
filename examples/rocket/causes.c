// Owns: every cause of a trap but `memory`, one after the other, on one slot.
#include "runtime.h"

/* Enters O-mode, takes the record, and starts anew with an empty history. */
static void o_mode(const char *what, uint64_t budget)
{
  rt_append_text(0, "?");
  rt_must("oenter", oracle_oenter(0, budget));
  rt_printf("%s\n  ", what);
  rt_print_record(rt_take_record(0));
  rt_printf("  ");
  rt_print_from(0, 0);
  rt_must("oseg.top", oracle_oseg_top(0, rt_field(0, ORACLE_FIELD_BASE)));
}

static void p_mode(const char *what)
{
  rt_append_text(0, "?");
  rt_must("oracle", oracle_oracle(0, 7));
  rt_printf("%s\n  ", what);
  rt_print_record(rt_take_record(0));
  rt_must("oseg.top", oracle_oseg_top(0, rt_field(0, ORACLE_FIELD_BASE)));
}

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 16);
  o_mode("an answer that yields", 0);
  p_mode("P-mode: an answer");
  p_mode("P-mode: an answer that ends with the yield symbol");
  o_mode("an answer that is longer than the room", 0);
  o_mode("a budget of 4: a query and 3 symbols", 4);
  o_mode("a budget of 4 that is spent when the answer ends: no second query", 4);
  o_mode("the Oracle refuses", 0);
  o_mode("the Oracle fails in the middle of its answer", 0);
  o_mode("a mark in an answer", 0);

  rt_append_text(0, "?");
  rt_must("ostart", oracle_ostart(0, 0));
  rt_must("oabort", oracle_oabort(0));
  rt_must("owait", oracle_owait(1));
  rt_printf("oabort before the answer came\n  ");
  rt_print_record(rt_take_record(0));
  return 0;
}
