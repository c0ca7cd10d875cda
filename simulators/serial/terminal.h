/* The pseudo-terminal that is an emulated board's serial port, and what its user wants by the standard input. */
#ifndef MC_SERIAL_TERMINAL_H
#define MC_SERIAL_TERMINAL_H

#include <stdint.h>

enum wish { GO_ON, RESET, END };

/* A pseudo-terminal without echo, whose name is printed. */
int terminal_open(void);

/* A byte that the board sends. */
void terminal_put(int terminal, uint8_t byte);

/* Takes one byte for the board, if there is one: 1, else 0. */
int terminal_take(int terminal, uint8_t *byte);

/* What the standard input says: a byte 'R' resets the board, as a watchdog or a loose cable does; its end ends all. */
enum wish terminal_wish(void);

#endif
