/* Owns: the unit's slots as C sees them: boot, segments, records, and the one place at which a trap record is taken. */
#include "runtime.h"

const char *rt_answer_name(oracle_word value)
{
  return value == ORACLE_DONE ? "done" : value == ORACLE_RUNNING ? "running" : oracle_status_name(value);
}

oracle_word rt_must(const char *what, oracle_word value)
{
  if (value < 0) {
    rt_printf("\n%s answered %s\n", what, oracle_status_name(value));
    rt_exit(RT_EXIT_REFUSED);
  }
  return value;
}

void rt_boot(uint64_t oracles)
{
  rt_must("oentry", oracle_oentry((oracle_uword)rt_trap_entry));
  rt_must("oauto", oracle_oauto(oracles));
  rt_must("owindow", oracle_owindow((oracle_uword)__window_low, (oracle_uword)__window_high));
}

void rt_open(unsigned slot, enum rt_colour colour, size_t offset, size_t length)
{
  rt_must("oseg.open", oracle_oseg_open((oracle_uword)(__window_low + offset) | colour, length << 8 | slot));
}

size_t rt_length(unsigned slot) { return rt_field(slot, ORACLE_FIELD_TOP) - rt_field(slot, ORACLE_FIELD_BASE); }

void rt_append(unsigned slot, const void *bytes, size_t count)
{
  uint64_t top = rt_field(slot, ORACLE_FIELD_TOP);
  if (count > rt_field(slot, ORACLE_FIELD_LIMIT) - top) rt_must("an append of the program", ORACLE_STATUS_ROOM);
  memcpy((void *)top, bytes, count);
  rt_must("oseg.top", oracle_oseg_top(slot, top + count));
}

void rt_append_text(unsigned slot, const char *text) { rt_append(slot, text, strlen(text)); }

void rt_begin_record(unsigned slot, uint8_t mark) { rt_append(slot, &mark, 1); }

void rt_end_record(unsigned slot)
{
  static const uint8_t yield = ORACLE_YIELD;
  rt_append(slot, &yield, 1);
}

void rt_append_record(unsigned slot, uint8_t mark, const char *text)
{
  rt_begin_record(slot, mark);
  rt_append_text(slot, text);
  rt_end_record(slot);
}

__attribute__((noinline, noclone)) int64_t rt_take_record(oracle_word slot) { return oracle_take_record(slot); }

void rt_print_record(int64_t record)
{
  if (record == 0) {
    rt_printf("trap: none\n");
    return;
  }
  rt_must("otrap", record < 0 ? (oracle_word)record : 0);
  uint64_t r = (uint64_t)record;
  unsigned flags = oracle_record_flags(r);
  rt_printf("trap: slot %u cause %s appended %lu flags %s%s%s%s\n", oracle_record_slot(r), oracle_cause_name(oracle_record_cause(r)),
            (unsigned long)oracle_record_appended(r), flags & ORACLE_FLAG_CUT ? "cut" : "", flags == (ORACLE_FLAG_CUT | ORACLE_FLAG_YIELDED) ? "," : "",
            flags & ORACLE_FLAG_YIELDED ? "yielded" : "", flags == 0 ? "-" : "");
}

__attribute__((noinline, noclone)) size_t rt_read(unsigned slot, size_t offset, void *to, size_t most)
{
  size_t length = rt_length(slot);
  if (offset >= length) return 0;
  size_t count = length - offset < most ? length - offset : most;
  memcpy(to, (const uint8_t *)rt_field(slot, ORACLE_FIELD_BASE) + offset, count);
  return count;
}

void rt_print_history(unsigned slot)
{
  uint8_t line[16];
  size_t length = rt_length(slot);
  rt_printf("history: slot %u, %lu bytes\n", slot, (unsigned long)length);
  for (size_t at = 0; at < length; at += sizeof line) {
    size_t count = rt_read(slot, at, line, sizeof line);
    rt_printf("%04lx:", (unsigned long)at);
    for (size_t i = 0; i < count; i++) rt_printf(" %02x", line[i]);
    rt_putc('\n');
  }
}

void rt_print_from(unsigned slot, size_t offset)
{
  uint8_t piece[64];
  size_t count;
  while ((count = rt_read(slot, offset, piece, sizeof piece)) > 0) {
    rt_print_text(piece, count);
    offset += count;
  }
  rt_putc('\n');
}
