/* Owns: O-mode in software alone, over a link behind memory-mapped registers: queries, mirror, answers and all checks of the unit, as few accesses as the link lets it. */
#include "o-mode.h"

/* LINK_... are the frame table's: kinds, and of each field of the header its beat, lowest bit and width. */
#define PUT(name, value) ((uint64_t)(value) << LINK_##name##_LOW)
#define GET(name) (header[LINK_##name##_BEAT] >> LINK_##name##_LOW & ((UINT64_C(1) << LINK_##name##_WIDTH) - 1))
#define REGISTER(address) (*(volatile uint64_t *)(address))
#define ONES UINT64_C(0x0101010101010101)

static size_t length, held, limit;
static uint16_t session, sequence;
static uint64_t places, here, tokens;

static inline void look(void)
{
  uint64_t counts = REGISTER(PLATFORM_LINK_COUNTS);
  places = counts & 0xff;
  here = counts >> 8 & 0xff;
}
static inline void room(void)
{
  while (places == 0) look();
  places--;
}
static inline void send(uint64_t beat) { room(); REGISTER(PLATFORM_LINK_SEND) = beat; }
static inline void send_last(uint64_t beat) { room(); REGISTER(PLATFORM_LINK_SEND_LAST) = beat; }
static inline uint64_t take(void)
{
  while (here == 0) look();
  here--;
  return REGISTER(PLATFORM_LINK_TAKE);
}

static void query(void)
{
  const uint64_t *words = (const uint64_t *)BASE;
  size_t at = held;
  sequence++;
  do {
    size_t count = length - at < LINK_CHUNK ? length - at : LINK_CHUNK;
    uint64_t header[2] = { 0, 0 };
    header[LINK_KIND_BEAT] |= PUT(KIND, LINK_QUERY);
    header[LINK_SESSION_BEAT] |= PUT(SESSION, session);
    header[LINK_SEQUENCE_BEAT] |= PUT(SEQUENCE, sequence);
    header[LINK_LENGTH_BEAT] |= PUT(LENGTH, count);
    header[LINK_OFFSET_BEAT] |= PUT(OFFSET, at);
    send(header[0]);
    send(header[1]);
    const uint64_t *word = words + at / 8;
    unsigned shift = at % 8 * 8;
    size_t left = count;
    for (uint64_t next = *word; left > 0; word++) {
      uint64_t beat = next;
      next = word[1];
      if (shift != 0) beat = beat >> shift | next << (64 - shift);
      if (left < 8) beat &= (UINT64_C(1) << (8 * left)) - 1;
      send(beat);
      left -= left < 8 ? left : 8;
    }
    send_last((uint64_t)(at == held) << LINK_TRAILER_FIRST | (uint64_t)(at + count == length) << LINK_TRAILER_LAST);
    at += count;
  } while (at < length);
  held = length;
}

/* One of the bytes is 0. */
static inline uint64_t has_zero(uint64_t v) { return (v - ONES) & ~v & 0x80 * ONES; }
static inline uint64_t has_mark(uint64_t v)
{
  return has_zero(v ^ ONES * ORACLE_MARK_SYSTEM) | has_zero(v ^ ONES * ORACLE_MARK_PRIESTESS) | has_zero(v ^ ONES * ORACLE_MARK_ORACLE);
}

/* Takes one frame. 0: nothing has ended; 1: an answer; 2: an answer that yielded. */
static int frame(void)
{
  uint64_t header[2];
  header[0] = take();
  header[1] = take();
  if (GET(KIND) == LINK_HELLO_FROM_HOST) return 0;
  if (GET(KIND) != LINK_ANSWER) way_failed("a frame", header[0]);
  size_t left = GET(LENGTH);
  if (GET(SESSION) != session || GET(SEQUENCE) != sequence || GET(SLOT) != 0 || GET(OFFSET) != length) way_failed("an answer to another query", header[0]);
  if (left > limit - length) way_failed("no room", left);
  int ends = (GET(FLAGS) >> LINK_FLAG_END & 1) != 0, yields = 0;
  uint64_t *word = (uint64_t *)BASE + length / 8;
  unsigned shift = length % 8 * 8;
  length += left;
  uint64_t filled = shift == 0 ? 0 : *word & ((UINT64_C(1) << shift) - 1);
  while (left > 0) {
    uint64_t beat = take();
    if (has_mark(beat)) way_failed("a mark", beat);
    *word++ = filled | beat << shift;
    filled = shift == 0 ? 0 : beat >> (64 - shift);
    if (left <= 8) yields = (beat >> (8 * (left - 1)) & 0xff) == ORACLE_YIELD;
    left -= left < 8 ? left : 8;
  }
  if (shift != 0) *word = filled;
  if (!ends) return 0;
  tokens += take();
  tokens += take();
  held = length;
  return yields ? 2 : 1;
}

void way_boot(void)
{
  uint64_t header[2];
  limit = (HISTORY + ROOM) & ~(size_t)7;
  header[0] = take();
  header[1] = take();
  session = (uint16_t)GET(SESSION);
  send(PUT(KIND, LINK_HELLO_TO_HOST) | PUT(SESSION, session));
  send_last(PUT(LENGTH, LINK_VERSION));
}

void way_prepare(void)
{
  length = HISTORY;
  held = 0;
  REGISTER(PLATFORM_LINK_INTERRUPT) = !WAITS;
}

void way_start(void) { query(); }

int way_goes_on(void)
{
  for (look(); here > 0; look()) {
    int end = frame();
    if (end == 2) return 1;
    if (end == 1) query();
  }
  return 0;
}

void way_waits(void)
{
  query();
  while (!way_goes_on()) continue;
}

unsigned way_interrupt(void) { return PLATFORM_EXTERNAL_INTERRUPT; }
size_t way_length(void) { return length; }
