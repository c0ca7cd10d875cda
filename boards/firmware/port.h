/* Bytes in and out of a simulated chip, through data addresses that it reserves: the io.h of such boards. */
#ifndef MC_BENCH_PORT_H
#define MC_BENCH_PORT_H

#include <stdint.h>

#define BENCH_OUTPUT (*(volatile uint8_t *)0xFB)
#define BENCH_EXIT   (*(volatile uint8_t *)0xFC)
#define BENCH_INPUT  (*(volatile uint8_t *)0xFD)

/* The simulator sees the stack pointer. */
static inline void bench_mark_stack(void)
{
}

static inline uint8_t bench_read_byte(void)
{
    return BENCH_INPUT;
}

static inline void bench_write_byte(uint8_t byte)
{
    BENCH_OUTPUT = byte;
}

/* Ends the simulation. */
static inline void bench_exit(uint8_t status)
{
    BENCH_EXIT = status;
}

#endif
