// Owns: the agent loop of examples/agent-loop.ts on the hart: requests go into the segment, the Oracle's answers come out as data, and their results go back as records.
#include "runtime.h"
#include "file-table.h"

#define SLOT 0u
#define SEGMENT 4096u
/* A small model may never end: queries and symbols that an entry into O-mode may spend. */
#define BUDGET 200u

static const char *const taught[][2] = {
  { "list the files in /tmp", "ls /tmp" }, { "print the file notes.txt", "cat notes.txt" }, { "make a directory called work", "mkdir work" }, { "show who is logged in", "who" },
};
static const char *const requests[] = { "list the files in /home", "make a directory called backup", "remove the file a.txt", "list the files in /home" };

/* Enters O-mode, takes the trap and reads what the Oracle appended: bytes, and nothing but bytes. @return the cause */
static unsigned turn(uint8_t *answer, size_t *count)
{
  size_t before = rt_length(SLOT);
  rt_must("oenter", oracle_oenter(SLOT, BUDGET));
  int64_t record = rt_take_record(SLOT);
  rt_must("otrap", record);
  *count = rt_read(SLOT, before, answer, FILE_TEXT - 1);
  if (*count > 0 && answer[*count - 1] == ORACLE_YIELD) --*count;
  answer[*count] = 0;
  return oracle_record_cause((uint64_t)record);
}

int main(void)
{
  const unsigned count = sizeof requests / sizeof requests[0];
  file_table_reset();
  rt_boot(1);
  rt_open(SLOT, RT_COLOUR_O, 0, SEGMENT);
  rt_append_record(SLOT, ORACLE_MARK_SYSTEM, "You are a shell agent. Answer with one shell command.");
  for (unsigned i = 0; i < sizeof taught / sizeof taught[0]; i++) {
    rt_append_record(SLOT, ORACLE_MARK_PRIESTESS, taught[i][0]);
    rt_append_record(SLOT, ORACLE_MARK_ORACLE, taught[i][1]);
  }
  for (unsigned i = 0; i < count; i++) {
    uint8_t answer[FILE_TEXT];
    char result[FILE_TEXT];
    size_t symbols;
    rt_append_record(SLOT, ORACLE_MARK_PRIESTESS, requests[i]);
    rt_begin_record(SLOT, ORACLE_MARK_ORACLE);
    unsigned cause = turn(answer, &symbols);
    rt_printf("%s\n  Oracle  ", requests[i]);
    rt_print_text(answer, symbols);
    rt_printf("   (trap %s)\n", oracle_cause_name(cause));
    if (cause == ORACLE_CAUSE_YIELD) {
      file_table_carry_out((const char *)answer, result);
    } else {
      /* An answer that was cut is no command: it is told so, its record is ended, and the loop goes on. */
      rt_end_record(SLOT);
      memcpy(result, "no command came", sizeof "no command came");
    }
    rt_append_record(SLOT, ORACLE_MARK_PRIESTESS, result);
    rt_printf("  result  %s\n", result);
  }
  rt_printf("%u requests; nothing but the file table in memory was touched\n", count);
  return 0;
}
