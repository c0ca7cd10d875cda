/* The serial port of lowRISC's ibex-demo-system: bytes that came, bytes to send, and the state of both. Its speed is
 * set in hardware. */
#include "serial.h"

#define RECEIVED (*(volatile uint32_t *)0x80001000)
#define SENT     (*(volatile uint32_t *)0x80001004)
#define STATUS   (*(volatile uint32_t *)0x80001008)

enum { RECEIVED_NOTHING = 1, SENDS_NOTHING = 2 };

void serial_begin(void)
{
}

uint8_t serial_get(void)
{
    while (STATUS & RECEIVED_NOTHING)
        ;
    return (uint8_t)RECEIVED;
}

void serial_put(uint8_t byte)
{
    while (STATUS & SENDS_NOTHING)
        ;
    SENT = byte;
}
