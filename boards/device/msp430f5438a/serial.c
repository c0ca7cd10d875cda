/* USCI_A1 as UART (SLAU208, chapter Universal Serial Communication Interface - UART Mode), at P5.6 (out) and P5.7 (in):
 * on an MSP-EXP430F5438 its USB port. */
#include "serial.h"
#include "chip.h"

#define P5DIR    BYTE_AT(0x244)
#define P5SEL    BYTE_AT(0x24a)
#define UCA1CTL1 BYTE_AT(0x600)
#define UCA1CTL0 BYTE_AT(0x601)
#define UCA1BR0  BYTE_AT(0x606)
#define UCA1BR1  BYTE_AT(0x607)
#define UCA1MCTL BYTE_AT(0x608)
#define UCA1RX   BYTE_AT(0x60c)
#define UCA1TX   BYTE_AT(0x60e)
#define UCA1IFG  BYTE_AT(0x61d)

#define BAUD    115200UL
#define DIVIDER ((MC_DEVICE_CLOCK_HZ + BAUD / 2) / BAUD)

enum { UCSWRST = 1, UCSSEL_SMCLK = 0x80, UCRXIFG = 1, UCTXIFG = 2, TXD = 0x40, RXD = 0x80 };

void serial_begin(void)
{
    clock_begin();
    P5DIR |= TXD;
    P5SEL |= TXD | RXD;
    UCA1CTL1 = UCSWRST | UCSSEL_SMCLK;
    UCA1CTL0 = 0; /* 8 bits, no parity, one stop bit */
    UCA1BR0 = (uint8_t)DIVIDER;
    UCA1BR1 = (uint8_t)(DIVIDER >> 8);
    UCA1MCTL = 0;
    UCA1CTL1 = UCSSEL_SMCLK;
}

uint8_t serial_get(void)
{
    while (!(UCA1IFG & UCRXIFG))
        ;
    return UCA1RX;
}

void serial_put(uint8_t byte)
{
    while (!(UCA1IFG & UCTXIFG))
        ;
    UCA1TX = byte;
}
