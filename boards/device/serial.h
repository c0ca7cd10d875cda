/* What a board gives the bench on its own silicon: a serial port, a counter of cycles, its memory below the stack. Each
 * platform has a folder with these functions, and with the io.h that marks the measured call. */
#ifndef MC_DEVICE_SERIAL_H
#define MC_DEVICE_SERIAL_H

#include <stdint.h>

/* Sets up the port: 115,200 bits a second, 8 data bits, no parity, one stop bit. */
void serial_begin(void);

uint8_t serial_get(void);
void serial_put(uint8_t byte);

/* Of the last measured call: the cycles since its mark began, modulo 2^COUNTER_BITS (counter.h of the platform), and
 * the bytes of stack that it took. */
uint32_t counted_cycles(void);
uint16_t counted_stack(void);

#endif
