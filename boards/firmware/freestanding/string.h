/* The functions of the C library that the library and compilers call; memory.c has them. */
#ifndef MC_BENCH_STRING_H
#define MC_BENCH_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
int strcmp(const char *a, const char *b); /* of literals, which compilers compare (motecurve/single_curve.h) */

#endif
