/* USART1 as UART (SLAU049, chapter 13), at P3.6 (out) and P3.7 (in): on a TelosB its USB port. */
#include "serial.h"
#include "chip.h"

#define IFG2   BYTE_AT(0x03)
#define ME2    BYTE_AT(0x05)
#define P3DIR  BYTE_AT(0x1a)
#define P3SEL  BYTE_AT(0x1b)
#define U1CTL  BYTE_AT(0x78)
#define U1TCTL BYTE_AT(0x79)
#define U1MCTL BYTE_AT(0x7b)
#define U1BR0  BYTE_AT(0x7c)
#define U1BR1  BYTE_AT(0x7d)
#define RXBUF1 BYTE_AT(0x7e)
#define TXBUF1 BYTE_AT(0x7f)

#define BAUD 115200UL

enum {
    SWRST = 1,
    CHAR = 0x10,
    SSEL_SMCLK = 0x20,
    ENABLE_1 = 0x30,
    URXIFG1 = 0x10,
    UTXIFG1 = 0x20,
    TXD = 0x40,
    RXD = 0x80
};

/* By the clock as it is, so that the port also speaks of a clock that was not found. */
void serial_begin(void)
{
    const uint16_t divider = (uint16_t)((clock_begin() + BAUD / 2) / BAUD);
    P3DIR |= TXD;
    P3SEL |= TXD | RXD;
    U1CTL = SWRST;
    U1CTL = SWRST | CHAR;
    U1TCTL = SSEL_SMCLK;
    U1BR0 = (uint8_t)divider;
    U1BR1 = (uint8_t)(divider >> 8);
    U1MCTL = 0;
    ME2 |= ENABLE_1;
    U1CTL = CHAR;
}

uint8_t serial_get(void)
{
    while (!(IFG2 & URXIFG1))
        ;
    return RXBUF1;
}

void serial_put(uint8_t byte)
{
    while (!(IFG2 & UTXIFG1))
        ;
    TXBUF1 = byte;
}
