/* Registers of the MSP430F1611 (SLAS368, peripheral file map). Timer_A is the fine timer, Timer_B the coarse one. */
#ifndef MC_DEVICE_CHIP_H
#define MC_DEVICE_CHIP_H

#include "registers.h"

#define FINE_CONTROL WORD_AT(0x160) /* TACTL */
#define FINE_COUNT   WORD_AT(0x170) /* TAR */
#define FINE_RUNS    (TIMER_SMCLK | TIMER_CONTINUOUS)

#define COARSE_CONTROL   WORD_AT(0x180) /* TBCTL */
#define COARSE_CHANNEL_2 WORD_AT(0x186) /* TBCCTL2 */
#define COARSE_COUNT     WORD_AT(0x190) /* TBR */
#define COARSE_COMPARE_2 WORD_AT(0x196) /* TBCCR2 */
#define COARSE_CYCLES    8

#define TRIGGER_COARSE_2 2 /* TBCCR2 CCIFG */
#define DMACTL0          WORD_AT(0x122)
#define DMA0CTL          WORD_AT(0x1e0)
#define DMA0SA           WORD_AT(0x1e2)
#define DMA0DA           WORD_AT(0x1e4)
#define DMA0SZ           WORD_AT(0x1e6)

static inline void coarse_runs(void)
{
    COARSE_CONTROL = TIMER_SMCLK | TIMER_BY_8 | TIMER_CONTINUOUS;
}

/* Sets the clock, and returns its frequency in Hz. */
uint32_t clock_begin(void);

#endif
