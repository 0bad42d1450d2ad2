// Owns: the paper's push, pop and jeq as instructions on a segment, one symbol at a time.
#include "runtime.h"

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_P, 0, 64);
  for (const char *text = "push"; *text != 0; text++) rt_must("opush", oracle_opush(0, (uint8_t)*text));
  rt_printf("pushed: ");
  rt_print_from(0, 0);
  for (unsigned i = 0; i < 5; i++) {
    oracle_word symbol = oracle_opeek(0, i);
    if (symbol >= 0) rt_printf("opeek %u: %c\n", i, (char)symbol);
    else rt_printf("opeek %u: %s\n", i, oracle_status_name(symbol));
  }
  for (unsigned i = 0; i < 5; i++) {
    oracle_word symbol = oracle_opop(0);
    if (symbol >= 0) rt_printf("opop: %c, %lu left\n", (char)symbol, (unsigned long)rt_length(0));
    else rt_printf("opop: %s\n", oracle_status_name(symbol));
  }
  rt_must("opush", oracle_opush(0, 0));
  rt_must("opush", oracle_opush(0, ORACLE_YIELD));
  rt_printf("every byte is a symbol: %02lx %02lx\n", (unsigned long)oracle_opeek(0, 0), (unsigned long)oracle_opeek(0, 1));
  return 0;
}
