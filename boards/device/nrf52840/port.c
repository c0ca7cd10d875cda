/* nRF52840 at 64 MHz: the UART on P0.06 (out) and P0.08 (in), which the nRF52840 DK's debugger makes a serial port of
 * USB. Chapters are those of the nRF52840 Product Specification. */
#include "chip.h"
#include "registers.h"
#include "serial.h"

/* Chapter 5.4, clock control: the core has 64 MHz from the start; the crystal makes them exact. 4.3, NVMC: the cache.
 */
#define CLOCK_HFCLKSTART   REGISTER(0x40000000)
#define CLOCK_HFCLKSTARTED 0x40000100u
#define NVMC_ICACHECNF     REGISTER(0x4001e540)

/* Chapter 6.9, GPIO. */
#define P0_OUTSET REGISTER(0x50000508)
#define P0_DIRSET REGISTER(0x50000518)

enum { PIN_OUT = 6, PIN_IN = 8 };

/* Chapter 6.33, UART. */
#define UART_STARTRX  REGISTER(0x40002000)
#define UART_STARTTX  REGISTER(0x40002008)
#define UART_RXDRDY   REGISTER(0x40002108)
#define UART_TXDRDY   REGISTER(0x4000211c)
#define UART_ENABLE   REGISTER(0x40002500)
#define UART_PSELTXD  REGISTER(0x4000250c)
#define UART_PSELRXD  REGISTER(0x40002514)
#define UART_RXD      REGISTER(0x40002518)
#define UART_TXD      REGISTER(0x4000251c)
#define UART_BAUDRATE REGISTER(0x40002524)

enum { UART_ENABLED = 4, UART_115200 = 0x01d7e000 };

void serial_begin(void)
{
    CLOCK_HFCLKSTART = 1;
    wait_for(CLOCK_HFCLKSTARTED, 1);
    NVMC_ICACHECNF = 1;
    P0_OUTSET = 1 << PIN_OUT;
    P0_DIRSET = 1 << PIN_OUT;
    UART_PSELTXD = PIN_OUT;
    UART_PSELRXD = PIN_IN;
    UART_BAUDRATE = UART_115200;
    UART_ENABLE = UART_ENABLED;
    UART_STARTTX = 1;
    UART_STARTRX = 1;
}

uint8_t serial_get(void)
{
    while (!UART_RXDRDY)
        ;
    UART_RXDRDY = 0; /* before the byte is taken, which makes the next one of the queue come */
    return (uint8_t)UART_RXD;
}

void serial_put(uint8_t byte)
{
    UART_TXDRDY = 0;
    UART_TXD = byte;
    while (!UART_TXDRDY)
        ;
}
