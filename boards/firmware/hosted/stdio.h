/* For code that includes it: an image prints nothing. */
#ifndef MC_BENCH_STDIO_H
#define MC_BENCH_STDIO_H

#include <stddef.h>

int printf(const char *format, ...);
int snprintf(char *to, size_t bytes, const char *format, ...);

#endif
