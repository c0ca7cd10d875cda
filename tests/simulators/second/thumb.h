/* The instructions of ARMv6-M. */
#ifndef SECOND_THUMB_H
#define SECOND_THUMB_H

#include <stdint.h>

void thumb_short(uint16_t op);
void thumb_long(uint16_t first, uint16_t second);

#endif
