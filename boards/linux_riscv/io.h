/* Bytes in and out of a program for RV32 under Linux without a C library: standard input, standard output, exit code.
 *
 * The emulator reports the addresses of loads and stores, but not the stack pointer. bench_mark_stack shows it by a
 * store that compilers never make: of the stack pointer just below itself, 32 bits wide. */
#ifndef MC_BENCH_IO_H
#define MC_BENCH_IO_H

#include <stdint.h>

enum { BENCH_SYSTEM_READ = 63, BENCH_SYSTEM_WRITE = 64, BENCH_SYSTEM_EXIT = 93 };

static inline __attribute__((always_inline)) void bench_mark_stack(void)
{
    __asm__ volatile(".option push\n .option norvc\n sw sp, -4(sp)\n .option pop" ::: "memory");
}

static inline long bench_system_call(long number, long first, const void *second, long third)
{
    register long a7 __asm__("a7") = number;
    register long a0 __asm__("a0") = first;
    register const void *a1 __asm__("a1") = second;
    register long a2 __asm__("a2") = third;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
    return a0;
}

#include "freestanding/linux.h"

#endif
