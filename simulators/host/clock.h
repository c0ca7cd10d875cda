/* The clock of the core that this thread runs on. No counter gives it: x86-64's time-stamp counter ticks at a rate of
 * its own, and virtual machines hide the others. */
#ifndef MC_NATIVE_CLOCK_H
#define MC_NATIVE_CLOCK_H

#include <stddef.h>

/* Processor time of this thread; the time of other programs in between does not count. */
double clock_microseconds(void);

/* Executes CLOCK_ADDITIONS for each of `rounds`; each addition needs the sum of the one before. */
#define CLOCK_ADDITIONS 100
void clock_chain(size_t rounds);

/* Cycles in a microsecond, where an addition takes one cycle; runs for a quarter of a millisecond at 4 GHz. */
double clock_megahertz(void);

#endif
