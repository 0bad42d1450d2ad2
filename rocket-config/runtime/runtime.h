/* Owns: what a program gets from the runtime: console, exit, traps and interrupts, time, and the unit's slots as C sees them. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stddef.h>
#include <stdint.h>
#include "oracle.h"
#include "platform.h"

/* ---- the end and the console ---- */

/** Ends the run. 0: all is well. */
_Noreturn void rt_exit(uint32_t code);
/** The exit code after an exception that nobody handles: this and its cause. */
#define RT_EXIT_EXCEPTION 128u
/** The exit code when the unit refused what the program cannot do without (rt_must). */
#define RT_EXIT_REFUSED 100u

void rt_putc(char c);
/** %s %c %d %u %x %%, with `l` before d, u and x; a width, after 0 or - if wanted. Nothing else. */
void rt_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** Bytes as people read them: UTF-8 as it is, the yield symbol, marks and control characters as <ff>. */
void rt_print_text(const uint8_t *bytes, size_t count);
/** Bytes as lines of 16, with the offset of the first: `0010: 66 6f 6f`. */
void rt_print_hex(const uint8_t *bytes, size_t count);

/* ---- traps. All of them come to one entry, rt_trap_entry, which mtvec and the unit know ---- */

extern char rt_trap_entry[];

/** The hart as a trap found it. It goes on with what a handler leaves here. Floating point registers are not in it: handlers use none. */
struct rt_frame {
  uint64_t x[32];
  uint64_t pc, cause, value, status;
};
typedef void rt_handler(struct rt_frame *frame);

#define RT_CAUSE_INTERRUPT (UINT64_C(1) << 63)
#define RT_INTERRUPT_TIMER 7u
#define RT_INTERRUPT_ORACLE PLATFORM_ROCC_INTERRUPT

/** Who hears of an interrupt; 0: nobody, and it ends the program with a message. The source has to be enabled too: rt_enable. */
void rt_on_interrupt(unsigned cause, rt_handler *handler);
/** Who hears of an exception; 0: nobody, and it ends the program with a message and exit code RT_EXIT_EXCEPTION + cause. */
void rt_on_exception(unsigned cause, rt_handler *handler);

#define RT_CSR_READ(name) __extension__({ uint64_t value_; __asm__ volatile("csrr %0, " #name : "=r"(value_)); value_; })
#define RT_CSR_WRITE(name, value) __asm__ volatile("csrw " #name ", %0" : : "rK"((uint64_t)(value)) : "memory")
#define RT_CSR_SET(name, bits) __asm__ volatile("csrs " #name ", %0" : : "rK"((uint64_t)(bits)) : "memory")
#define RT_CSR_CLEAR(name, bits) __asm__ volatile("csrc " #name ", %0" : : "rK"((uint64_t)(bits)) : "memory")

#define RT_MSTATUS_MIE  (UINT64_C(1) << 3)
#define RT_MSTATUS_MPIE (UINT64_C(1) << 7)
#define RT_MSTATUS_MPRV (UINT64_C(1) << 17)
#define RT_MSTATUS_MPP  (UINT64_C(3) << 11)
#define RT_MSTATUS_MPP_SUPERVISOR (UINT64_C(1) << 11)
#define RT_MSTATUS_XS   (UINT64_C(3) << 15)

/** Lets one source interrupt, and no longer. */
static inline void rt_enable(unsigned cause) { RT_CSR_SET(mie, UINT64_C(1) << cause); }
static inline void rt_disable(unsigned cause) { RT_CSR_CLEAR(mie, UINT64_C(1) << cause); }
/** Interrupts as a whole. They are off in handlers and when main begins. */
static inline void rt_interrupts_on(void) { RT_CSR_SET(mstatus, RT_MSTATUS_MIE); }
static inline void rt_interrupts_off(void) { RT_CSR_CLEAR(mstatus, RT_MSTATUS_MIE); }
/** The source asks for an interrupt, enabled or not. */
static inline int rt_pending(unsigned cause) { return (RT_CSR_READ(mip) >> cause & 1) != 0; }
static inline void rt_fence(void) { __asm__ volatile("fence" : : : "memory"); }

/* ---- time ---- */

static inline uint64_t rt_cycles(void) { return RT_CSR_READ(mcycle); }
static inline uint64_t rt_instructions(void) { return RT_CSR_READ(minstret); }
/** At least that many clock cycles. */
void rt_spin(uint64_t cycles);
/** The timer: ticks of PLATFORM_CYCLES_PER_TICK clock cycles. */
static inline uint64_t rt_time(void) { return *(volatile uint64_t *)PLATFORM_MTIME; }
/** The timer interrupt is up from then on; it falls when a later time is set. When this returns the timer has it: no handler is left with the old one still up. */
static inline void rt_timer_at(uint64_t time)
{
  volatile uint64_t *compare = (volatile uint64_t *)PLATFORM_MTIMECMP;
  *compare = time;
  (void)*compare;
  rt_fence();
}
static inline void rt_timer_off(void) { rt_timer_at(UINT64_MAX); }

/* ---- the unit ---- */

/** The value of an instruction; a status ends the program with a message that names it and `what`. */
oracle_word rt_must(const char *what, oracle_word value);
/** `done`, `running`, the name of a status, or "?" for another value. */
const char *rt_answer_name(oracle_word value);

/** The window that PMP opens to the unit, and how many bytes it has. Nothing but segments lies there. */
extern uint8_t __window_low[], __window_high[];

/** What boot code does once: oentry with the trap entry, oauto, owindow. @param oracles bit n: O-mode may query Oracle n */
void rt_boot(uint64_t oracles);

enum rt_colour { RT_COLOUR_P = 0, RT_COLOUR_O = 1 };
/** Claims a slot with a segment of `length` bytes, `offset` bytes behind the start of the window. */
void rt_open(unsigned slot, enum rt_colour colour, size_t offset, size_t length);
/** One field of an idle slot: ORACLE_FIELD_*. */
static inline uint64_t rt_field(unsigned slot, unsigned field) { return (uint64_t)rt_must("oseg.get", oracle_oseg_get(slot, field)); }
/** One counter of an idle slot: ORACLE_COUNTER_*. */
static inline uint64_t rt_count(unsigned slot, unsigned counter) { return (uint64_t)rt_must("ocount", oracle_ocount(slot, counter)); }
/** How many bytes the history of an idle slot has. */
size_t rt_length(unsigned slot);

/** Writes behind the history and commits it. */
void rt_append(unsigned slot, const void *bytes, size_t count);
void rt_append_text(unsigned slot, const char *text);
/** A whole record: mark, text, yield symbol. @param mark ORACLE_MARK_* */
void rt_append_record(unsigned slot, uint8_t mark, const char *text);
/** The mark alone: what follows, of an Oracle or of the Priestess, is the record. */
void rt_begin_record(unsigned slot, uint8_t mark);
/** Ends a record that was begun. */
void rt_end_record(unsigned slot);

/**
 * Takes a trap record. It is the one place of a program at which `otrap` retires: all that comes out of O-mode and P-mode passes here.
 * @param slot number of the slot, or -1 for any
 * @return the record; 0: none; negative: a status
 */
int64_t rt_take_record(oracle_word slot);
/** `trap: slot 0 cause yield appended 12 flags yielded`; `trap: none` for 0. */
void rt_print_record(int64_t record);

/**
 * Copies bytes of the history of an idle slot from `offset` on. Content of segments is read here and nowhere else.
 * @return how many there were, at most `most`
 */
size_t rt_read(unsigned slot, size_t offset, void *to, size_t most);
/** `history: slot 0, 21 bytes`, then its bytes as lines of 16. */
void rt_print_history(unsigned slot);
/** The history from `offset` on as one line of text (rt_print_text). */
void rt_print_from(unsigned slot, size_t offset);

/* ---- supervisor mode, on a hart that has it ---- */

/** The hart has supervisor mode. */
static inline int rt_has_supervisor(void) { return (RT_CSR_READ(misa) >> ('S' - 'A') & 1) != 0; }
/** Opens all memory behind the window's own entry to supervisor mode, and lets rt_to_machine come back. Once, in machine mode. */
void rt_allow_supervisor(void);
/** Goes on in supervisor mode, on the same stack; interrupts come to the same entry, in machine mode. */
void rt_to_supervisor(void);
/** Goes on in machine mode. */
void rt_to_machine(void);

/* ---- memory ---- */

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

#endif
