/* A model of the random number generator of nRF52 parts (nRF52840 Product Specification, RNG). */
#include <string.h>

#include "generator.h"

enum { START = 0x4000d000, STOP = 0x4000d004, READY = 0x4000d100, CONFIG = 0x4000d504, VALUE = 0x4000d508 };
enum { ACCESSES = 500 }; /* to the event until the next byte */

static uint32_t start, stop, ready, config, value, ignored;
static unsigned waited;

uint32_t *register_at(uint32_t address)
{
    switch (address) {
    case START:
        return &start;
    case STOP:
        return &stop;
    case CONFIG:
        return &config;
    case READY:
        if (start && !stop && config & 1 && !ready && ++waited % ACCESSES == 0) {
            const char *fault = next_fault();
            uint32_t number = next_number() >> 8 & 0xff;
            ready = strcmp(fault, "silent") != 0;
            value = *fault ? value : number;
        }
        return &ready;
    case VALUE:
        ignored = value;
        return &ignored;
    default:
        ignored = 0;
        return &ignored;
    }
}
