/* Owns: the functions on memory and strings that compiled C calls; there is no libc. */
#include "runtime.h"

/* The compiler must not make these loops into calls of themselves. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
  uint8_t *t = to;
  const uint8_t *f = from;
  while (count-- > 0) *t++ = *f++;
  return to;
}

void *memmove(void *to, const void *from, size_t count)
{
  uint8_t *t = to;
  const uint8_t *f = from;
  if (t <= f) {
    while (count-- > 0) *t++ = *f++;
  } else {
    while (count-- > 0) t[count] = f[count];
  }
  return to;
}

void *memset(void *to, int byte, size_t count)
{
  uint8_t *t = to;
  while (count-- > 0) *t++ = (uint8_t)byte;
  return to;
}

int memcmp(const void *a, const void *b, size_t count)
{
  const uint8_t *x = a, *y = b;
  for (; count > 0; count--, x++, y++)
    if (*x != *y) return *x - *y;
  return 0;
}

size_t strlen(const char *text)
{
  size_t n = 0;
  while (text[n] != 0) n++;
  return n;
}

int strcmp(const char *a, const char *b)
{
  while (*a != 0 && *a == *b) a++, b++;
  return (uint8_t)*a - (uint8_t)*b;
}
