/* What a chip gives the driver of Cortex-M, beside its serial port: a folder for each chip has these. */
#ifndef MC_DEVICE_CHIP_H
#define MC_DEVICE_CHIP_H

#include <stdint.h>

#define BAUD 115200u

/* Cycles since some time, modulo 2^32, by a timer that counts the core's clock more coarsely than SysTick, and off by
 * less than 2^18. Only for cores without a counter of 32 bits. */
uint32_t coarse_cycles(void);

#endif
