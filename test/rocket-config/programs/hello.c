/* Owns: a program that asks nobody: a line on the console, and exit code 0. */
#include "runtime.h"

int main(void)
{
  rt_printf("hello, rocket\n");
  return 0;
}
