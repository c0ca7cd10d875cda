/* A chip: the CPU of mc-msp430, and peripherals at their addresses (SLAS368, MSP430F161x; SLAS655, MSP430F543xA). */
#ifndef MC_MSP430_CHIP_H
#define MC_MSP430_CHIP_H

#include "clock.h"
#include "dma.h"
#include "machine.h"
#include "timer.h"
#include "uart.h"

enum { TIMERS = 2 };

struct chip {
    struct cpu cpu;
    struct clock clock;
    struct timer timers[TIMERS];
    struct dma dma;
    struct uart uart;
};

/* After a reset; the memory is as it was. */
void chip_reset(struct chip *chip);

/* Runs an instruction, and the transfers that became due. */
void chip_step(struct chip *chip);

#endif
