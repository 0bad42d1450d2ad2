// Owns: a program whose queries and answers stream over lines that the data cache has: each turn reads all of the segment first.
#include "runtime.h"

#define HISTORY 1024
#define SEGMENT 2048

int main(void)
{
  static uint8_t text[HISTORY];
  memset(text, 'a', sizeof text);
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, SEGMENT);
  for (int turn = 0; turn < 4; turn++) {
    rt_must("oseg.top", oracle_oseg_top(0, (oracle_uword)__window_low));
    rt_append(0, text, sizeof text);
    uint64_t sum = 0;
    for (volatile uint64_t *word = (volatile uint64_t *)__window_low; (uint8_t *)word < __window_low + SEGMENT; word++) sum += *word;
    rt_must("oenter", oracle_oenter(0, 0));
    rt_must("otrap", rt_take_record(0));
  }
  return 0;
}
