// Owns: a timer interrupt that is taken while `oracle` waits: the hart is released, the handler itself uses the unit, and the query goes on.
#include "runtime.h"

static volatile oracle_word seen, pushed;

static void on_timer(struct rt_frame *frame)
{
  (void)frame;
  rt_timer_off();
  seen = oracle_oseg_get(0, ORACLE_FIELD_STATUS);
  pushed = oracle_opush(1, '!');
}

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_P, 0, 256);
  rt_open(1, RT_COLOUR_P, 256, 256);
  rt_append_text(0, "Are you there?");
  rt_append_text(1, "tick");
  size_t asked = rt_length(0);

  rt_on_interrupt(RT_INTERRUPT_TIMER, on_timer);
  rt_enable(RT_INTERRUPT_TIMER);
  rt_interrupts_on();
  rt_timer_at(rt_time() + 20);
  oracle_word answer = oracle_oracle(0, 0);
  rt_interrupts_off();

  rt_printf("oracle: %s\n", rt_answer_name(answer));
  rt_printf("the handler saw slot 0 %s and its opush was %s\n", seen == ORACLE_SLOT_RUNNING ? "running" : "not running", rt_answer_name(pushed));
  rt_printf("owait: %s\n", rt_answer_name(oracle_owait(1)));
  rt_print_record(rt_take_record(0));
  rt_printf("answer: ");
  rt_print_from(0, asked);
  rt_printf("slot 1: ");
  rt_print_from(1, 0);
  return 0;
}
