/* USART1 of family 1 in UART mode. */
#include "uart.h"

enum { CTL, TCTL, RCTL, MCTL, BR0, BR1, RXBUF, TXBUF, MODULES };
enum { SWRST = 1, CHAR = 0x10, SYNC = 4, SSEL_SMCLK = 0x20, TXEPT = 1, RXIFG = 0x10, TXIFG = 0x20, ENABLED = 0x30 };

static void set_up(struct uart *uart)
{
    const uint8_t *r = uart->registers;
    uart->bit_cycles = (uint16_t)(r[BR0] | r[BR1] << 8);
    uart->is_on = (r[CTL] & (SWRST | CHAR | SYNC)) == CHAR && r[TCTL] & SSEL_SMCLK && uart->bit_cycles >= 3 &&
                  r[MODULES] == ENABLED;
}

uint8_t usart_load(struct uart *uart, uint32_t offset, uint64_t cycle)
{
    if (offset == RXBUF)
        return uart_receive(uart);
    if (offset == TCTL)
        return (uint8_t)((uart->registers[TCTL] & ~TXEPT) | (cycle >= uart->sent ? TXEPT : 0));
    return uart->registers[offset];
}

void usart_store(struct uart *uart, uint32_t offset, uint8_t value, uint64_t cycle)
{
    uart->registers[offset] = value;
    if (offset == TXBUF)
        uart_send(uart, value, cycle);
    else
        set_up(uart);
}

uint8_t usart_flags(const struct uart *uart, uint64_t cycle)
{
    return (uint8_t)((uart->has_received ? RXIFG : 0) | (uart_is_ready(uart, cycle) ? TXIFG : 0));
}

void usart_enable(struct uart *uart, uint8_t modules)
{
    uart->registers[MODULES] = modules & ENABLED;
    set_up(uart);
}
