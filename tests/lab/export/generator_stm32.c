/* A model of the random number generator of STM32F4 parts (RM0090, 24). */
#include <string.h>

#include "generator.h"

enum { CLOCKS = 0x40023834, CONTROL = 0x50060800, STATUS = 0x50060804, DATA = 0x50060808 };
enum { READY = 1 << 0, CLOCK_ERROR = 1 << 1 | 1 << 5, SEED_ERROR = 1 << 2 | 1 << 6 };
enum { GENERATOR_CLOCK = 1 << 6, ENABLED = 1 << 2 };
enum { PERIODS = 40 }; /* reads of the status until the next number */

static uint32_t clocks, control, status, data, ignored;
static unsigned waited;

/* The next number, or the fault; if it is stuck, the same number again. */
static void make_number(void)
{
    const char *fault = next_fault();
    uint32_t number = next_number();
    status |= READY;
    if (!*fault)
        data = number;
    else if (!strcmp(fault, "seed"))
        status = SEED_ERROR;
    else if (!strcmp(fault, "clock"))
        status = CLOCK_ERROR;
    else if (!strcmp(fault, "silent"))
        status = 0;
}

uint32_t *register_at(uint32_t address)
{
    int is_running = clocks & GENERATOR_CLOCK && control & ENABLED;
    switch (address) {
    case CLOCKS:
        return &clocks;
    case CONTROL:
        return &control;
    case STATUS:
        if (is_running && !(status & READY) && ++waited % PERIODS == 0)
            make_number();
        return &status;
    case DATA:
        ignored = status & READY ? data : 0;
        status &= ~(uint32_t)READY;
        return &ignored;
    default:
        ignored = 0;
        return &ignored;
    }
}
