// Owns: one query in P-mode: a program asks, waits, and takes the answer as data.
#include "runtime.h"

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_P, 0, 256);
  rt_append_text(0, "What is the capital of France?");
  size_t asked = rt_length(0);

  oracle_word answer = oracle_oracle(0, 0);
  rt_printf("oracle: %s\n", rt_answer_name(answer));
  rt_print_record(rt_take_record(0));
  rt_printf("answer: ");
  rt_print_from(0, asked);
  rt_print_history(0);
  return 0;
}
