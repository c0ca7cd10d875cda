/* Times of the programs that measure: minimum, median and spread of runs. */
#ifndef MC_PARALLEL_PROGRAMS_TIMES_H
#define MC_PARALLEL_PROGRAMS_TIMES_H

#include <stddef.h>

typedef struct {
    double minimum, median;
    double spread; /* between the first and the third quartile */
} times_summary;

/* Of a clock that only runs forward. */
double times_microseconds(void);

/* Sorts the times. count is at least 1. */
times_summary times_summarise(double *microseconds, size_t count);

/* A number from 1 to `most` in the argument of an option; else says on stderr what was wrong, and ends the program with
 * status 2. */
unsigned long times_number(const char *program, const char *option, const char *text, unsigned long most);

/* Numbers from 1 to `most`, apart by commas; adds them to `numbers`, which has `known` of at most `room`. Returns how
 * many they are; ends the program as times_number does. Changes the text. */
size_t times_numbers(const char *program, const char *option, char *text, unsigned long most, unsigned long *numbers,
                     size_t known, size_t room);

#endif
