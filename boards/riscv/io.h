/* Bytes in and out of an image for RV32 without an operating system: three words that the simulator watches
 * (simulators/ibex/mc_ibex.c). */
#ifndef MC_BENCH_IO_H
#define MC_BENCH_IO_H

#include <stdint.h>

#define BENCH_OUTPUT (*(volatile uint32_t *)0x80000000)
#define BENCH_EXIT   (*(volatile uint32_t *)0x80000004)
#define BENCH_INPUT  (*(volatile uint32_t *)0x80000008)

/* The simulator sees the stack pointer. */
static inline void bench_mark_stack(void)
{
}

static inline void bench_exit(uint8_t status)
{
    BENCH_EXIT = status;
}

static inline uint8_t bench_read_byte(void)
{
    return (uint8_t)BENCH_INPUT;
}

static inline void bench_write_byte(uint8_t byte)
{
    BENCH_OUTPUT = byte;
}

#endif
