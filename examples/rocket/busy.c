// Owns: what FENCE waits for, and how the interrupt line moves: never for what runs in the background, never for an Oracle.
#include "runtime.h"

/* The Oracle of the script takes this long for each answer. */
#define ORACLE_CYCLES 20000u

/* In fenced-oenter.S. Cycle counts: before oenter, behind the fence, behind the read of rd. */
oracle_word fenced_oenter(oracle_uword slot, oracle_uword budget, uint64_t cycles[3]);

static void open_with_question(unsigned slot)
{
  rt_open(slot, RT_COLOUR_O, 256 * slot, 256);
  rt_append_text(slot, "?");
}

static const char *words(uint64_t cycles) { return cycles < ORACLE_CYCLES / 4 ? "goes on at once" : "waits for the Oracle"; }
static void line(const char *when) { rt_printf("interrupt line %s: %s\n", when, rt_pending(RT_INTERRUPT_ORACLE) ? "up" : "down"); }

int main(void)
{
  uint64_t cycles[3], from;
  rt_boot(1);
  open_with_question(0);
  open_with_question(1);

  line("before any start");
  rt_must("ostart", oracle_ostart(0, 0));
  from = rt_cycles();
  rt_fence();
  rt_printf("FENCE while O-mode runs: %s\n", words(rt_cycles() - from));
  line("while O-mode runs");

  oracle_word answer = fenced_oenter(1, 0, cycles);
  rt_printf("FENCE while oenter waits: %s\n", words(cycles[1] - cycles[0]));
  rt_printf("the read of its rd: %s, and reads %s\n", words(cycles[2] - cycles[1]), rt_answer_name(answer));

  rt_must("owait", oracle_owait(1));
  line("with two records");
  rt_print_record(rt_take_record(-1));
  line("with one record");
  rt_print_record(rt_take_record(-1));
  line("with none");
  return 0;
}
