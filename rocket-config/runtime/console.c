/* Owns: what a program prints, and its end. */
#include <stdarg.h>
#include "runtime.h"

void rt_putc(char c) { *(volatile uint8_t *)PLATFORM_CONSOLE = (uint8_t)c; }

_Noreturn void rt_exit(uint32_t code)
{
  rt_interrupts_off();
  *(volatile uint32_t *)PLATFORM_EXIT = code;
  rt_fence();
  for (;;) __asm__ volatile("wfi");
}

static void padded(const char *text, size_t count, int width, int left, char pad)
{
  int missing = width - (int)count;
  for (; !left && missing > 0; missing--) rt_putc(pad);
  while (count-- > 0) rt_putc(*text++);
  for (; left && missing > 0; missing--) rt_putc(' ');
}

static void number(uint64_t value, unsigned base, int negative, int width, int left, char pad)
{
  char digits[24], *first = digits + sizeof digits;
  do *--first = "0123456789abcdef"[value % base]; while ((value /= base) != 0);
  if (negative) {
    /* The sign stands before the zeros. */
    if (pad == '0' && !left) rt_putc('-'), width--;
    else *--first = '-';
  }
  padded(first, (size_t)(digits + sizeof digits - first), width, left, pad);
}

void rt_printf(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  for (const char *f = format; *f != 0; f++) {
    if (*f != '%') {
      rt_putc(*f);
      continue;
    }
    int left = 0, width = 0, wide = 0;
    char pad = ' ';
    if (*++f == '-') left = 1, f++;
    if (*f == '0') pad = '0', f++;
    while (*f >= '0' && *f <= '9') width = 10 * width + *f++ - '0';
    while (*f == 'l') wide = 1, f++;
    switch (*f) {
    case 's': {
      const char *text = va_arg(args, const char *);
      padded(text, strlen(text), width, left, ' ');
      break;
    }
    case 'c': {
      char c = (char)va_arg(args, int);
      padded(&c, 1, width, left, ' ');
      break;
    }
    case 'd': {
      long value = wide ? va_arg(args, long) : va_arg(args, int);
      number(value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, value < 0, width, left, pad);
      break;
    }
    case 'u':
    case 'x': {
      uint64_t value = wide ? va_arg(args, unsigned long) : va_arg(args, unsigned);
      number(value, *f == 'u' ? 10 : 16, 0, width, left, pad);
      break;
    }
    case 0:
      va_end(args);
      return;
    default:
      rt_putc(*f);
    }
  }
  va_end(args);
}

void rt_print_text(const uint8_t *bytes, size_t count)
{
  for (; count > 0; count--, bytes++) {
    /* C0, C1 and F5 to FF never occur in UTF-8. */
    if (*bytes < 0x20 || *bytes == 0x7f || *bytes == 0xc0 || *bytes == 0xc1 || *bytes >= 0xf5) rt_printf("<%02x>", *bytes);
    else rt_putc((char)*bytes);
  }
}

void rt_print_hex(const uint8_t *bytes, size_t count)
{
  for (size_t at = 0; at < count; at++) {
    if (at % 16 == 0) rt_printf("%04lx:", (unsigned long)at);
    rt_printf(" %02x", bytes[at]);
    if (at % 16 == 15 || at + 1 == count) rt_putc('\n');
  }
}
