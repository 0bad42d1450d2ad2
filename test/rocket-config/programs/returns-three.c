/* Owns: a program that ends with an exit code of its own, and without a newline behind its last word. */
#include "runtime.h"

int main(void)
{
  rt_printf("three");
  return 3;
}
