/* A serial port on a pseudo-terminal: the shift registers and buffers, which USART (SLAU049, chapter 13) and USCI
 * (SLAU208, chapter USCI - UART Mode) share. Their registers are in usart.c and usci.c. */
#ifndef MC_MSP430_UART_H
#define MC_MSP430_UART_H

#include <stdbool.h>
#include <stdint.h>

enum { UART_BYTES = 0x20 };

struct uart {
    int terminal;
    bool is_on;          /* out of reset, enabled, with 8 bits and SMCLK */
    uint16_t bit_cycles; /* the divider of the baud-rate generator */
    uint8_t registers[UART_BYTES];
    uint8_t received;
    bool has_received;     /* the flag of the receive buffer */
    uint64_t sent, filled; /* the cycles in which the last byte is out, and in which the next one can come in */
};

/* The flag of the transmit buffer: whether it is empty. */
bool uart_is_ready(const struct uart *uart, uint64_t cycle);

/* A byte is written to the transmit buffer; fails if it is full, or the port is not set up. */
void uart_send(struct uart *uart, uint8_t byte, uint64_t cycle);

/* A byte is read from the receive buffer. */
uint8_t uart_receive(struct uart *uart);

/* Takes a byte from the terminal if the buffer is empty and a byte's time has passed. */
void uart_look(struct uart *uart, uint64_t cycle);

/* Byte registers by offset: of USART1 from U1CTL on, with its bits of IFG2 and ME2; of a USCI from UCAxCTL1 on.
 */
uint8_t usart_load(struct uart *uart, uint32_t offset, uint64_t cycle);
void usart_store(struct uart *uart, uint32_t offset, uint8_t value, uint64_t cycle);
uint8_t usart_flags(const struct uart *uart, uint64_t cycle);
void usart_enable(struct uart *uart, uint8_t modules);
uint8_t usci_load(struct uart *uart, uint32_t offset, uint64_t cycle);
void usci_store(struct uart *uart, uint32_t offset, uint8_t value, uint64_t cycle);

#endif
