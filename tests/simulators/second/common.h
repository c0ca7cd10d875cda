/* The part that second simulators have in common: an image's file, its input and output, counts, runs of a routine.
 *
 * They print a line for each run of the routine (cycles instructions loads stores stack painted) and then the output in
 * hexadecimal. `stack` is the depth by the stack pointer, `painted` by the bytes that changed: at most as much. */
#ifndef SECOND_COMMON_H
#define SECOND_COMMON_H

#include <stdint.h>

struct counts {
    uint64_t cycles, instructions, loads, stores;
};

extern struct counts counts;

/* Ends the program with a line that says why. */
void second_fail(const char *why) __attribute__((noreturn));

/* The content of an ELF file of 32 bits, and the value of a symbol in it. */
const uint8_t *second_file(const char *path);
uint32_t second_symbol(const uint8_t *file, const char *name);

uint8_t second_input(void);
void second_output(uint8_t byte);

/* A run begins: memory from `limit` up to the stack's lowest byte `top` is painted. `caller` is the lowest byte of the
 * stack before the call. */
void second_begin(uint8_t *memory, unsigned limit, unsigned top, unsigned caller);
int second_is_running(void);

/* The stack reaches down to `top`. */
void second_lower(unsigned top);

/* The routine has returned. */
void second_end(void);

/* Prints the output. */
void second_finish(void);

#endif
