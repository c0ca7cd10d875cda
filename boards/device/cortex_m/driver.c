/* The counter of a Cortex-M. */
#include "chip.h"
#include "io.h"
#include "serial.h"

static uint32_t cycles, stack_bytes;

#ifdef __ARM_ARCH_6M__
static uint32_t coarse_begin;

void count_prepare(void)
{
    SYST_CSR = 0;
    SYST_RVR = SYST_LAST;
    SYST_CVR = 0; /* any write makes it 0, from which it goes to its last value */
    coarse_begin = coarse_cycles();
}

/* The number next to what the coarse timer says whose lowest 24 bits are SysTick's. */
static uint32_t whole(uint32_t count)
{
    const uint32_t coarse = coarse_cycles() - coarse_begin;
    return coarse + (uint32_t)((int32_t)(count - coarse) << 8 >> 8);
}
#else
void count_prepare(void)
{
    DEMCR |= DEMCR_TRCENA;
    DWT_CTRL |= DWT_CYCCNTENA;
}

static uint32_t whole(uint32_t count)
{
    return count;
}
#endif

void count_keep(uint32_t count, uint32_t bytes)
{
    cycles = whole(count);
    stack_bytes = bytes;
}

uint32_t counted_cycles(void)
{
    return cycles;
}

uint16_t counted_stack(void)
{
    return (uint16_t)stack_bytes;
}
