// Owns: every status that the unit can answer in machine mode, each asked for once. `privilege` is in privilege.c; `memory` needs a dead memory port.
#include "runtime.h"

static void say(const char *what, oracle_word answer) { rt_printf("%-36s %s\n", what, rt_answer_name(answer)); }

/* A funct7 that no instruction has. */
static oracle_word unknown_instruction(void)
{
  oracle_word rd;
  __asm__ volatile(".insn r CUSTOM_0, 4, 0x7f, %0, x0, x0\n\tmv %0, %0" : "=r"(rd) : : "memory");
  return rd;
}

static oracle_word open_at(unsigned slot, unsigned colour, uint64_t base, uint64_t length) { return oracle_oseg_open(base | colour, length << 8 | slot); }

int main(void)
{
  const uint64_t low = (uint64_t)__window_low, high = (uint64_t)__window_high, entry = (uint64_t)rt_trap_entry;
  say("no such instruction", unknown_instruction());
  say("oinfo of a fact that is not there", oracle_oinfo(99));
  say("oseg.open before owindow", open_at(0, RT_COLOUR_O, low, 64));
  say("oentry at an odd address", oracle_oentry(entry + 1));
  say("oentry", oracle_oentry(entry));
  say("oentry again", oracle_oentry(entry));
  say("oauto of Oracle 0", oracle_oauto(1));
  say("owindow not on a page", oracle_owindow(low + 8, high));
  say("owindow", oracle_owindow(low, high));

  say("oseg.open of slot 8", open_at(8, RT_COLOUR_O, low, 64));
  say("oseg.open below the window", open_at(0, RT_COLOUR_O, low - 8, 64));
  say("oseg.open of slot 0, colour O", open_at(0, RT_COLOUR_O, low, 64));
  say("oseg.open of slot 0 again", open_at(0, RT_COLOUR_O, low + 64, 64));
  say("oseg.open over slot 0", open_at(1, RT_COLOUR_P, low + 56, 64));
  say("oseg.open of slot 1, colour P", open_at(1, RT_COLOUR_P, low + 64, 8));
  say("oseg.close of slot 2", oracle_oseg_close(2));

  say("opop of an empty history", oracle_opop(0));
  for (unsigned i = 0; i < 8; i++) rt_must("opush", oracle_opush(1, 'x'));
  say("opush of a ninth symbol into 8", oracle_opush(1, 'x'));
  say("opush of 256", oracle_opush(0, 256));
  say("oenter of colour P", oracle_oenter(1, 0));
  say("oseg.bind of slot 0 to Oracle 1", oracle_oseg_bind(0, 1));
  say("oenter, Oracle 1 not in oauto", oracle_oenter(0, 0));
  say("oseg.bind of slot 0 to Oracle 0", oracle_oseg_bind(0, 0));
  say("oabort of an idle slot", oracle_oabort(0));
  say("owait, and nothing runs", oracle_owait(0xff));

  say("ostart of slot 0", oracle_ostart(0, 0));
  say("opush while it runs", oracle_opush(0, 'x'));
  say("owait", oracle_owait(1));
  say("opush before otrap", oracle_opush(0, 'x'));
  rt_print_record(rt_take_record(0));
  say("opush behind it", oracle_opush(0, 'x'));
  return 0;
}
