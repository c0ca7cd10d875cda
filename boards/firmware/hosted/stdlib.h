/* The little of stdlib.h that others declare or call; an adapter whose code needs memory has calloc and free. */
#ifndef MC_BENCH_STDLIB_H
#define MC_BENCH_STDLIB_H

#include <stddef.h>

void *calloc(size_t count, size_t bytes);
void free(void *memory);
void exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));

#endif
