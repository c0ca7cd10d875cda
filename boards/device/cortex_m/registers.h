/* Registers by their address, and those of every Cortex-M that the bench needs. */
#ifndef MC_DEVICE_REGISTERS_H
#define MC_DEVICE_REGISTERS_H

#include <stdint.h>

#define REGISTER(address)         (*(volatile uint32_t *)(address))
#define REGISTER_16_BITS(address) (*(volatile uint16_t *)(address))
#define REGISTER_8_BITS(address)  (*(volatile uint8_t *)(address))

/* SysTick (ARMv6-M Architecture Reference Manual, DDI 0419, B3.3): control, the value it begins again with, the value.
 * It counts down, 24 bits. */
#define SYST_CSR REGISTER(0xe000e010)
#define SYST_RVR REGISTER(0xe000e014)
#define SYST_CVR REGISTER(0xe000e018)

#define SYST_LAST 0xffffffu
enum { SYST_ENABLE = 1 << 0, SYST_CLOCK_OF_CORE = 1 << 2 };

/* Data watchpoint and trace unit (ARMv7-M Architecture Reference Manual, DDI 0403, C1.6.5 and C1.8): it counts cycles,
 * 32 bits, once the trace is enabled. */
#define DEMCR      REGISTER(0xe000edfc)
#define DWT_CTRL   REGISTER(0xe0001000)
#define DWT_CYCCNT REGISTER(0xe0001004)

enum { DEMCR_TRCENA = 1 << 24, DWT_CYCCNTENA = 1 << 0 };

/* Waits until all of the bits are 1. */
static inline void wait_for(uint32_t address, uint32_t bits)
{
    while ((REGISTER(address) & bits) != bits)
        ;
}

#endif
