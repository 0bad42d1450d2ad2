/* Owns: what the three ways to run O-mode have in common: how much is asked, and what measure.c calls. */
#ifndef O_MODE_H
#define O_MODE_H

#include "runtime.h"

/* Put into memory by the run. */
extern volatile uint64_t settings[2];
#define HISTORY ((size_t)settings[0])
/* The hart waits, and does nothing else. */
#define WAITS (settings[1] != 0)

#define ROOM 8192u
#define BASE ((oracle_uword)__window_low)

/** Boot code, and a segment at BASE whose history has HISTORY bytes. */
void way_boot(void);
/** The history has HISTORY bytes again, and the host holds none of them. */
void way_prepare(void);
/** The first query begins. */
void way_start(void);
/** What an interrupt brings. @return it was the end: an answer yielded */
int way_goes_on(void);
/** From the first query to the end, the hart waiting. */
void way_waits(void);
/** The cause of its interrupt, and how long the history is now. */
unsigned way_interrupt(void);
size_t way_length(void);

_Noreturn void way_failed(const char *what, uint64_t value);

#endif
