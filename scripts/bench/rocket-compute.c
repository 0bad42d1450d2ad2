// Owns: a program that computes and never asks: what the simulator's speed is measured on.
#include "runtime.h"

int main(void)
{
  static uint32_t table[256];
  for (uint32_t x = 1;; x = x * 1664525 + 1013904223) table[x >> 24] += x ^ table[x & 255];
}
