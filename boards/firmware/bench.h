/* The bench firmware: main.c and one file per kind of operation, the same for every board.
 *
 * The simulator counts from the first to the last instruction of the routine to measure, so nothing here marks where
 * a measurement begins. The image's configuration header names that routine: MC_BENCH_FUNCTION, without its
 * mc_<field>_. With MC_BENCH_EMPTY the call is left out: the size of such an image is the size of the bench itself. A
 * function that is called from the function with BENCH_CALL begins at its depth of stack; a routine that is called
 * further down has a bench_mark_stack of its own. */
#ifndef MC_BENCH_H
#define MC_BENCH_H

#include <stddef.h>

#include "io.h"
#include "word/word.h"

#ifdef MC_BENCH_EMPTY
#define BENCH_CALL(call) ((void)0)
#elif defined(MC_BENCH_DEVICE) /* boards/device/: a board counts its own cycles */
#define BENCH_CALL(call) (count_begin(), call, count_end())
#else
#define BENCH_CALL(call) (bench_mark_stack(), call)
#endif

/* Command bytes on the input. */
#define BENCH_COMMAND_EXIT 0
#define BENCH_COMMAND_RUN  1

void bench_read(void *buffer, size_t bytes);
void bench_write(const void *buffer, size_t bytes);

/* Reads the inputs, calls MC_BENCH_FUNCTION, writes the outputs: words as they lie in memory. */
void bench_operation(void);

#endif
