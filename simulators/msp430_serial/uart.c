#include "uart.h"

#include "failure.h"
#include "terminal.h"

enum { FRAME_BITS = 10 }; /* start, 8 bits, stop */

/* A byte goes on to the shift register as soon as the one before is out. */
bool uart_is_ready(const struct uart *uart, uint64_t cycle)
{
    return cycle + FRAME_BITS * uart->bit_cycles >= uart->sent;
}

void uart_send(struct uart *uart, uint8_t byte, uint64_t cycle)
{
    if (!uart->is_on)
        fail(STATUS_CRASHED, "a byte for a serial port that is not set up");
    if (!uart_is_ready(uart, cycle))
        fail(STATUS_CRASHED, "a byte for a transmit buffer that is full");
    uart->sent = (uart->sent > cycle ? uart->sent : cycle) + FRAME_BITS * uart->bit_cycles;
    terminal_put(uart->terminal, byte);
}

uint8_t uart_receive(struct uart *uart)
{
    uart->has_received = false;
    return uart->received;
}

void uart_look(struct uart *uart, uint64_t cycle)
{
    if (!uart->is_on || uart->has_received || cycle < uart->filled || !terminal_take(uart->terminal, &uart->received))
        return;
    uart->has_received = true;
    uart->filled = cycle + FRAME_BITS * uart->bit_cycles;
}
