/* A model of the random number generator of STM32F4 parts (RM0090, 24), for the source of a drop; it provides the
 * registers that the source accesses. Prints the result of motecurve_random for 8 bytes, and the bytes.
 *
 * generator FAULT: none, or the fault that occurs after some numbers. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CLOCKS = 0x40023834, CONTROL = 0x50060800, STATUS = 0x50060804, DATA = 0x50060808 };
enum { READY = 1 << 0, CLOCK_ERROR = 1 << 1 | 1 << 5, SEED_ERROR = 1 << 2 | 1 << 6 };
enum { GENERATOR_CLOCK = 1 << 6, ENABLED = 1 << 2 };
enum { PERIODS = 40, HEALTHY_NUMBERS = 5 }; /* reads of the status until the next number; numbers before the fault */

static const char *fault;
static uint32_t clocks, control, status, data, ignored;
static unsigned waited, numbers;

/* The next number, or the fault. */
static void make_number(void)
{
    static uint32_t state = 1;
    int is_struck = numbers++ >= HEALTHY_NUMBERS;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* Marsaglia 2003, xorshift */
    status |= READY;
    if (!is_struck || !strcmp(fault, "none"))
        data = state;
    else if (!strcmp(fault, "seed"))
        status = SEED_ERROR;
    else if (!strcmp(fault, "clock"))
        status = CLOCK_ERROR;
    else if (!strcmp(fault, "silent"))
        status = 0;
    /* "stuck": the same number again */
}

/* The register at an address, at the time of its access. */
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

int motecurve_random(void *context, uint8_t *out, size_t bytes);

int main(int argc, char **argv)
{
    uint8_t out[8] = {0};
    if (argc != 2)
        return 2;
    fault = argv[1];
    printf("%d ", motecurve_random(NULL, out, sizeof out));
    for (size_t i = 0; i < sizeof out; i++)
        printf("%02x", out[i]);
    puts("");
    return 0;
}
