/* Runs the random source of a drop over a model of its registers. Prints the result of motecurve_random for 8 bytes,
 * and the bytes.
 *
 * generator FAULT: none, or the fault that occurs after some numbers. */
#include "generator.h"

#include <stdio.h>
#include <string.h>

enum { HEALTHY_NUMBERS = 5 };

static const char *fault;
static unsigned numbers;

const char *next_fault(void)
{
    return numbers++ >= HEALTHY_NUMBERS && strcmp(fault, "none") ? fault : "";
}

uint32_t next_number(void)
{
    static uint32_t state = 1;
    state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* Marsaglia 2003, xorshift */
    return state;
}

int motecurve_random(void *context, uint8_t *out, size_t bytes);

int main(int argc, char **argv)
{
    uint8_t out[16] = {0};
    if (argc != 2)
        return 2;
    fault = argv[1];
    printf("%d ", motecurve_random(NULL, out, sizeof out));
    for (size_t i = 0; i < sizeof out; i++)
        printf("%02x", out[i]);
    puts("");
    return 0;
}
