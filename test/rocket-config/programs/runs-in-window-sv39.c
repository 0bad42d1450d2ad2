/* Owns: a program whose supervisor runs a page of the unit's window under another, virtual address. */
#include "runtime.h"

typedef uint64_t page_table[512] __attribute__((aligned(4096)));
static page_table root;

/* A page with a `ret` at its start. */
static const uint32_t code[1024] __attribute__((aligned(4096))) = {0x00008067};

int main(void)
{
  const uint64_t leaf = 0xcf, gigabyte = UINT64_C(1) << 30, page = (uint64_t)code;
  /* The gigabyte at 0 is a second view of that of main memory. */
  root[0] = (2 * gigabyte) >> 12 << 10 | leaf;
  root[1] = gigabyte >> 12 << 10 | leaf;
  root[2] = (2 * gigabyte) >> 12 << 10 | leaf;
  rt_must("owindow", oracle_owindow(page, page + 4096));
  rt_allow_supervisor();
  RT_CSR_WRITE(satp, UINT64_C(8) << 60 | (uint64_t)root >> 12);
  __asm__ volatile("sfence.vma" : : : "memory");
  rt_to_supervisor();
  ((void (*)(void))(page - 2 * gigabyte))();
  *(volatile uint32_t *)PLATFORM_EXIT = 4;
  for (;;) continue;
}
