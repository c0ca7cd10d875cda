/* Bytes in and out of a program for ARM Linux without a C library: standard input, standard output, exit code.
 *
 * The emulator reports the addresses of loads and stores, but not the stack pointer. bench_mark_stack shows it by a
 * store that compilers never make: of the stack pointer just below itself. */
#ifndef MC_BENCH_IO_H
#define MC_BENCH_IO_H

#include <stdint.h>

enum { BENCH_SYSTEM_EXIT = 1, BENCH_SYSTEM_READ = 3, BENCH_SYSTEM_WRITE = 4 };

static inline __attribute__((always_inline)) void bench_mark_stack(void)
{
    __asm__ volatile("str sp, [sp, #-4]" ::: "memory");
}

static inline long bench_system_call(long number, long first, const void *second, long third)
{
    register long r7 __asm__("r7") = number;
    register long r0 __asm__("r0") = first;
    register const void *r1 __asm__("r1") = second;
    register long r2 __asm__("r2") = third;
    __asm__ volatile("svc 0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2) : "memory");
    return r0;
}

#include "freestanding/linux.h"

#endif
