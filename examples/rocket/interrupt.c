// Owns: O-mode in the background: the hart computes, and the unit's interrupt brings the trap record.
#include "runtime.h"

static volatile unsigned found;
static volatile unsigned found_at_interrupt;
static volatile int64_t record;

static void on_oracle(struct rt_frame *frame)
{
  (void)frame;
  found_at_interrupt = found;
  record = rt_take_record(-1);
}

static int is_prime(unsigned n)
{
  for (unsigned d = 2; d * d <= n; d++)
    if (n % d == 0) return 0;
  return 1;
}

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 256);
  rt_append_record(0, ORACLE_MARK_PRIESTESS, "Take your time.");
  rt_begin_record(0, ORACLE_MARK_ORACLE);
  size_t asked = rt_length(0);

  rt_on_interrupt(RT_INTERRUPT_ORACLE, on_oracle);
  rt_enable(RT_INTERRUPT_ORACLE);
  rt_interrupts_on();
  rt_must("ostart", oracle_ostart(0, 0));
  for (unsigned n = 2; n < 500; n++)
    if (is_prime(n)) found = found + 1;
  rt_interrupts_off();

  rt_printf("primes below 500: %u\n", found);
  rt_printf("the interrupt came while the hart computed: %s\n", found_at_interrupt > 0 && found_at_interrupt < found ? "yes" : "no");
  rt_print_record(record);
  rt_printf("a second record waits: %s\n", rt_pending(RT_INTERRUPT_ORACLE) ? "yes" : "no");
  rt_printf("answer: ");
  rt_print_from(0, asked);
  return 0;
}
