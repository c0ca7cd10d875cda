/* The counter of cycles of a RISC-V core: mcycle, of which the lower 32 bits count here. */
#ifndef MC_DEVICE_COUNTER_H
#define MC_DEVICE_COUNTER_H

#include <stdint.h>

#define COUNTER_BITS 32

static inline __attribute__((always_inline)) uint32_t cycles_now(void)
{
    uint32_t cycles;
    /* The library's flags name no extension for these registers, which every core has. */
    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\tcsrr %0, mcycle\n\t.option pop" : "=r"(cycles)::"memory");
    return cycles;
}

#endif
