/* Bytes in and out of an image for Cortex-M on the system emulator: two files and the exit code, by semihosting
 * (ARM's "Semihosting for AArch32 and AArch64"); start.c opens the files.
 *
 * The emulator reports the addresses of loads and stores, but not the stack pointer. bench_mark_stack shows it by a
 * store that compilers never make: of a register through itself, just below the stack pointer. */
#ifndef MC_BENCH_IO_H
#define MC_BENCH_IO_H

#include <stdint.h>

enum { BENCH_STATUS_EXHAUSTED = 120, BENCH_STATUS_FAULT = 121 }; /* lab/motelab/boards/qemu.py knows them */

enum {
    BENCH_SEMIHOSTING_OPEN = 0x01,
    BENCH_SEMIHOSTING_WRITE = 0x05,
    BENCH_SEMIHOSTING_READ = 0x06,
    BENCH_SEMIHOSTING_EXIT = 0x20,
};
enum { BENCH_EXIT_OF_APPLICATION = 0x20026 };

extern uint32_t bench_input, bench_output; /* handles of the files */

static inline __attribute__((always_inline)) void bench_mark_stack(void)
{
    __asm__ volatile("mov r3, sp\n\tsubs r3, #4\n\tstmia r3!, {r3}" ::: "r3", "cc", "memory");
}

static inline uint32_t bench_semihosting(uint32_t operation, const uint32_t *arguments)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const uint32_t *r1 __asm__("r1") = arguments;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

/* Ends the emulator. */
static inline void bench_exit(uint8_t status)
{
    bench_semihosting(BENCH_SEMIHOSTING_EXIT, (const uint32_t[]){BENCH_EXIT_OF_APPLICATION, status});
}

static inline uint8_t bench_read_byte(void)
{
    uint8_t byte = 0;
    if (bench_semihosting(BENCH_SEMIHOSTING_READ, (const uint32_t[]){bench_input, (uint32_t)&byte, 1}) != 0)
        bench_exit(BENCH_STATUS_EXHAUSTED);
    return byte;
}

static inline void bench_write_byte(uint8_t byte)
{
    bench_semihosting(BENCH_SEMIHOSTING_WRITE, (const uint32_t[]){bench_output, (uint32_t)&byte, 1});
}

#endif
