/* Owns: a program that works for ever: instructions retire, and it is in no one place. */
#include "runtime.h"

int main(void)
{
  volatile uint32_t count = 0;
  rt_printf("for ever\n");
  for (;;) count = count * 5 + 1;
}
