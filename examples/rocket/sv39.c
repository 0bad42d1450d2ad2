// Owns: O-mode in the background while the hart changes address space, privilege and MPRV: segments are physical, so every symbol lands where it should.
#include "runtime.h"

/* Half of a segment's answers: the alphabet, this many times. */
#define ALPHABETS 100u
#define SYMBOLS (2 * 26 * ALPHABETS)
#define PAGE 4096u
#define SEGMENT_PAGES 2u

#define PTE_TABLE 0x01u
/* valid, readable, writable, executable, accessed, dirty */
#define PTE_LEAF 0xcfu
#define SATP_SV39 (UINT64_C(8) << 60)

typedef uint64_t page_table[512] __attribute__((aligned(PAGE)));
static page_table root_a, root_b, middle_b, leaves_b;
/* What the address of the segment means in address space B. */
static uint8_t decoy[SEGMENT_PAGES * PAGE] __attribute__((aligned(PAGE)));

static volatile int64_t record;

static void on_oracle(struct rt_frame *frame)
{
  (void)frame;
  record = rt_take_record(-1);
}

static uint64_t leaf(uint64_t address) { return address >> 12 << 10 | PTE_LEAF; }
static uint64_t table(const page_table t) { return (uint64_t)t >> 12 << 10 | PTE_TABLE; }
static uint64_t satp(const page_table t) { return SATP_SV39 | (uint64_t)t >> 12; }

/* A: every address is its own. B: the same, but the pages of the segment are others. */
static void make_tables(void)
{
  const unsigned gigabyte = 30, megabytes = 21;
  const uint64_t low = (uint64_t)__window_low;
  root_a[1] = root_b[1] = leaf(UINT64_C(1) << gigabyte);
  root_a[2] = leaf(UINT64_C(2) << gigabyte);
  root_b[2] = table(middle_b);
  for (uint64_t i = 0; i < 512; i++) middle_b[i] = leaf((UINT64_C(2) << gigabyte) + (i << megabytes));
  const uint64_t around = low >> megabytes << megabytes;
  middle_b[(low >> megabytes) % 512] = table(leaves_b);
  for (uint64_t i = 0; i < 512; i++) leaves_b[i] = leaf(around + i * PAGE);
  for (uint64_t i = 0; i < SEGMENT_PAGES; i++) leaves_b[low / PAGE % 512 + i] = leaf((uint64_t)decoy + i * PAGE);
}

/* In supervisor mode. */
static void change_to(const page_table t) { __asm__ volatile("csrw satp, %0\n\tsfence.vma" : : "r"(satp(t)) : "memory"); }

/* In machine mode, but the load as supervisor mode would do it. */
static uint8_t load_as_supervisor(const uint8_t *address)
{
  uint64_t byte;
  RT_CSR_CLEAR(mstatus, RT_MSTATUS_MPP);
  RT_CSR_SET(mstatus, RT_MSTATUS_MPP_SUPERVISOR);
  __asm__ volatile("csrs mstatus, %1\n\tlbu %0, 0(%2)\n\tcsrc mstatus, %1" : "=&r"(byte) : "r"(RT_MSTATUS_MPRV), "r"(address) : "memory");
  return (uint8_t)byte;
}

int main(void)
{
  const volatile uint8_t *first = __window_low;
  unsigned rounds = 0;
  if (!rt_has_supervisor()) {
    rt_printf("this hart has no supervisor mode\n");
    return 1;
  }
  make_tables();
  memset(decoy, '.', sizeof decoy);
  rt_boot(1);
  rt_allow_supervisor();
  rt_open(0, RT_COLOUR_O, 0, sizeof decoy);
  rt_append_text(0, "?");

  uint8_t in_a = 0, in_b = 0, by_mprv = 0;
  rt_on_interrupt(RT_INTERRUPT_ORACLE, on_oracle);
  rt_enable(RT_INTERRUPT_ORACLE);
  rt_must("ostart", oracle_ostart(0, 0));
  do {
    rt_to_supervisor();
    change_to(root_a);
    in_a = *first;
    change_to(root_b);
    in_b = *first;
    /* A store of the hart at the address of the segment: it goes to the decoy. */
    __window_low[PAGE] = '#';
    rt_to_machine();
    by_mprv = load_as_supervisor(__window_low);
    rounds++;
  } while (record == 0);

  rt_printf("the segment's first byte: in address space A %c, in B %c, in machine mode with MPRV %c\n", in_a, in_b, by_mprv);
  rt_printf("these changed while O-mode ran: %s\n", rounds > 1 ? "yes" : "no");
  rt_print_record(record);
  uint8_t symbols[26];
  unsigned right = 0, kept = 0;
  for (size_t at = 1; rt_read(0, at, symbols, sizeof symbols) == sizeof symbols; at += sizeof symbols)
    for (unsigned i = 0; i < sizeof symbols; i++) right += symbols[i] == 'a' + i;
  for (size_t at = 0; at < sizeof decoy; at++) kept += decoy[at] == (at == PAGE ? '#' : '.');
  rt_printf("symbols right: %u of %u\n", right, SYMBOLS);
  rt_printf("bytes of the decoy as the hart left them: %u of %lu\n", kept, (unsigned long)sizeof decoy);
  return 0;
}
