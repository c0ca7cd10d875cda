/* Registers of the MSP430F5438A (SLAS655, peripheral file map). TA0 is the fine timer, TA1 the coarse one. */
#ifndef MC_DEVICE_CHIP_H
#define MC_DEVICE_CHIP_H

#include "registers.h"

#define FINE_CONTROL WORD_AT(0x340) /* TA0CTL */
#define FINE_COUNT   WORD_AT(0x350) /* TA0R */
#define FINE_RUNS    (TIMER_SMCLK | TIMER_CONTINUOUS)

#define COARSE_CONTROL   WORD_AT(0x380) /* TA1CTL */
#define COARSE_CHANNEL_2 WORD_AT(0x386) /* TA1CCTL2 */
#define COARSE_COUNT     WORD_AT(0x390) /* TA1R */
#define COARSE_COMPARE_2 WORD_AT(0x396) /* TA1CCR2 */
#define COARSE_EXPANSION WORD_AT(0x3a0) /* TA1EX0 */
#define COARSE_CYCLES    64

#define TRIGGER_COARSE_2 4 /* TA1CCR2 CCIFG */
#define DMACTL0          WORD_AT(0x500)
#define DMA0CTL          WORD_AT(0x510)
#define DMA0SA           WORD_AT(0x512) /* the lower words of addresses; the upper ones are 0 after a reset */
#define DMA0DA           WORD_AT(0x516)
#define DMA0SZ           WORD_AT(0x51a)

/* Dividers take effect with the next TACLR. */
static inline void coarse_runs(void)
{
    COARSE_EXPANSION = 7; /* by 8 once more */
    COARSE_CONTROL = TIMER_SMCLK | TIMER_BY_8 | TIMER_CONTINUOUS | TIMER_CLEAR;
}

void clock_begin(void);

#endif
