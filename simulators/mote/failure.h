/* Failures of a simulator: one line on stderr and a distinct exit status for each cause. */
#ifndef MC_MOTE_FAILURE_H
#define MC_MOTE_FAILURE_H

enum status {
    STATUS_OK = 0,
    STATUS_USAGE = 2,           /* unknown option or MCU, missing argument */
    STATUS_FILE = 3,            /* input file unreadable, trace file not writable */
    STATUS_IMAGE = 4,           /* no ELF image for this MCU */
    STATUS_SYMBOL = 5,          /* symbol to measure is not in the image */
    STATUS_INPUT_EXHAUSTED = 6, /* the image read more bytes than the input file holds */
    STATUS_CRASHED = 7,         /* illegal instruction or address, or asleep for ever */
    STATUS_STACK = 8,           /* the stack grew into the variables */
    STATUS_CYCLE_LIMIT = 9,
    STATUS_EXIT_CODE = 10, /* the image ended with a code other than 0 */
    STATUS_NO_RUN = 11,    /* the image ended, but the measured symbol never ran to its return */
};

/* The simulator's name in the line; each simulator has its own. */
extern const char program_name[];

/* Prints "<program_name>: ..." and ends the program with `status`. */
_Noreturn void fail(enum status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* If set, called with the message instead of printing it; it ends the program. */
extern void (*fail_hook)(enum status status, const char *text);

/* calloc that fails instead of returning NULL. */
void *allocate(unsigned long count, unsigned long size);

#endif
