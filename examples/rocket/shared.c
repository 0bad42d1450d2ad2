// Owns: memory between the core and the unit: each sees at once what the other wrote, in the cache and out of it, and nothing beside it changes.
#include "runtime.h"

#define ANSWER 130u
#define FILLED 200u

/* More than any of the caches holds. */
static volatile uint8_t elsewhere[64 * 1024];

/* Lines that were in the cache are in memory alone after this. */
static void evict(void)
{
  for (unsigned at = 0; at < sizeof elsewhere; at += 64) elsewhere[at] = (uint8_t)(elsewhere[at] + 1);
}

static char last(void)
{
  char c = 0;
  rt_read(0, rt_length(0) - 1, &c, 1);
  return c;
}

static void check_answer(const char *when, size_t from, const uint8_t *room)
{
  uint8_t answer[ANSWER];
  unsigned right = 0, untouched = 0;
  rt_read(0, from, answer, sizeof answer);
  for (unsigned i = 0; i < ANSWER; i++) right += answer[i] == '0' + i % 10;
  /* The yield symbol stands behind the answer. */
  for (unsigned i = ANSWER + 1; i < FILLED; i++) untouched += room[i] == '.';
  rt_printf("%s: %u of %u symbols right, %u of %u bytes behind them untouched\n", when, right, ANSWER, untouched, FILLED - ANSWER - 1);
}

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 512);

  rt_append_text(0, "written by the core");
  rt_printf("the core wrote, the unit reads: %c\n", (char)oracle_opeek(0, 0));
  evict();
  rt_printf("the same out of memory: %c\n", (char)oracle_opeek(0, 0));
  *__window_low = 'W';
  rt_must("oseg.touch", oracle_oseg_touch(0, (oracle_uword)__window_low));
  rt_printf("the core wrote again, the unit reads: %c\n", (char)oracle_opeek(0, 0));

  rt_must("opush", oracle_opush(0, '!'));
  rt_printf("the unit wrote, the core reads: %c\n", last());
  evict();
  rt_printf("the same out of memory: %c\n", last());

  /* The core's own bytes lie in the lines that the answer is to go into. */
  size_t from = rt_length(0);
  uint8_t *room = __window_low + from;
  memset(room, '.', FILLED);
  rt_must("oenter", oracle_oenter(0, 0));
  rt_print_record(rt_take_record(0));
  check_answer("in the cache", from, room);
  evict();
  check_answer("out of memory", from, room);

  /* And the other way: the unit's bytes lie in the cache, the core writes among them, and the unit reads both. */
  rt_must("opush", oracle_opush(0, 'u'));
  room[ANSWER] = 'c';
  rt_must("oseg.touch", oracle_oseg_touch(0, (oracle_uword)room + ANSWER));
  rt_printf("side by side: %c%c\n", (char)oracle_opeek(0, from + ANSWER), (char)oracle_opeek(0, from + ANSWER + 1));
  return 0;
}
