/* A USCI_A of family 5 in UART mode. */
#include "uart.h"

enum { CTL1, CTL0, BR0 = 6, BR1, RXBUF = 0xc, TXBUF = 0xe, STAT = 0xa, IFG = 0x1d };
enum { UCSWRST = 1, UCSSEL_SMCLK = 0x80, UCBUSY = 1, UCRXIFG = 1, UCTXIFG = 2 };

static void set_up(struct uart *uart)
{
    const uint8_t *r = uart->registers;
    uart->bit_cycles = (uint16_t)(r[BR0] | r[BR1] << 8);
    uart->is_on = !(r[CTL1] & UCSWRST) && r[CTL1] & UCSSEL_SMCLK && r[CTL0] == 0 && uart->bit_cycles > 0;
}

uint8_t usci_load(struct uart *uart, uint32_t offset, uint64_t cycle)
{
    if (offset == RXBUF)
        return uart_receive(uart);
    if (offset == IFG)
        return (uint8_t)((uart->has_received ? UCRXIFG : 0) | (uart_is_ready(uart, cycle) ? UCTXIFG : 0));
    if (offset == STAT)
        return cycle < uart->sent ? UCBUSY : 0;
    return uart->registers[offset];
}

void usci_store(struct uart *uart, uint32_t offset, uint8_t value, uint64_t cycle)
{
    uart->registers[offset] = value;
    if (offset == TXBUF)
        uart_send(uart, value, cycle);
    else
        set_up(uart);
}
