/* The clock of an MSP430F1611: MCLK and SMCLK from the DCO, tuned by the crystal of 32,768 Hz at LFXT1 (SLAU049,
 * chapter 4, Basic Clock Module). Its own resistor lets the DCO come to some 5 MHz; the one of 100 kOhm that the board
 * has between P2.5 and its supply, to 10 MHz. */
#include "chip.h"

#define DCOCTL  BYTE_AT(0x56)
#define BCSCTL1 BYTE_AT(0x57)
#define BCSCTL2 BYTE_AT(0x58)
#define IFG1    BYTE_AT(0x02)

enum { OFIFG = 2, XT2OFF = 0x80, DCOR = 1, RSEL_MAX = 7, ACLK_HZ = 32768, TICKS = 64 };

#define COARSE_CHANNEL_0 WORD_AT(0x182) /* TBCCTL0 */
#define COARSE_COMPARE_0 WORD_AT(0x192) /* TBCCR0 */

static void wait_until(uint16_t ticks)
{
    COARSE_COMPARE_0 = ticks;
    COARSE_CHANNEL_0 = 0;
    while (!(COARSE_CHANNEL_0 & CCIFG))
        ;
}

/* The cycles in so many ticks of the crystal: 15,625 at 8 MHz. */
static uint16_t cycles_in_ticks(void)
{
    COARSE_CONTROL = TIMER_CLEAR;
    FINE_CONTROL = TIMER_CLEAR;
    COARSE_CONTROL = TIMER_ACLK | TIMER_CONTINUOUS;
    wait_until(4); /* the first tick is not whole, and the DCO may not have settled */
    FINE_CONTROL = FINE_RUNS;
    wait_until(4 + TICKS);
    const uint16_t cycles = FINE_COUNT;
    FINE_CONTROL = COARSE_CONTROL = TIMER_CLEAR;
    return cycles;
}

static uint16_t tried(uint8_t rsel, uint8_t dco_and_modulator)
{
    BCSCTL1 = XT2OFF | rsel;
    DCOCTL = dco_and_modulator;
    return cycles_in_ticks();
}

/* Within a range of RSEL a larger DCOCTL is a faster clock: bit by bit, the largest one that is not too fast. */
uint32_t clock_begin(void)
{
    const uint16_t due = (uint16_t)(MC_DEVICE_CLOCK_HZ / (ACLK_HZ / TICKS));
    uint8_t rsel = 0, found = 0;
    BCSCTL2 = DCOR;
    do {
        IFG1 &= (uint8_t)~OFIFG;
        cycles_in_ticks();
    } while (IFG1 & OFIFG); /* until the crystal swings */
    while (rsel < RSEL_MAX && tried(rsel, 0xe0) < due)
        rsel++;
    for (uint8_t bit = 0x80; bit; bit >>= 1)
        if (tried(rsel, found | bit) <= due)
            found |= bit;
    return (uint32_t)tried(rsel, found) * (ACLK_HZ / TICKS);
}
