/* Bytes in and out of a program for Linux, by the system calls of the io.h that includes this. */
#ifndef MC_FREESTANDING_LINUX_H
#define MC_FREESTANDING_LINUX_H

enum { BENCH_STATUS_EXHAUSTED = 120 }; /* lab/motelab/boards/qemu.py knows it */

/* Ends the program. */
static inline void bench_exit(uint8_t status)
{
    bench_system_call(BENCH_SYSTEM_EXIT, status, 0, 0);
}

static inline uint8_t bench_read_byte(void)
{
    uint8_t byte = 0;
    if (bench_system_call(BENCH_SYSTEM_READ, 0, &byte, 1) != 1)
        bench_exit(BENCH_STATUS_EXHAUSTED);
    return byte;
}

static inline void bench_write_byte(uint8_t byte)
{
    bench_system_call(BENCH_SYSTEM_WRITE, 1, &byte, 1);
}

#endif
