/* The line between a mote and its gateway: lines of text, each a word and bytes in hexadecimal. */
#ifndef LINE_H
#define LINE_H

#include <stddef.h>
#include <stdint.h>

#define LINE_BYTES 200 /* that a line carries at most */

void line_send(const char *word, const uint8_t *data, size_t bytes);

/* The bytes of the next line; 0 for another word, for more than `room` bytes, and for what is not hexadecimal. */
size_t line_receive(const char *word, uint8_t *data, size_t room);

/* A source of random bytes. The simulated chip has none and asks the computer for them. */
int line_random(void *context, uint8_t *out, size_t bytes);

#endif
