#include "fuzz.h"
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUTPUTS_MAX 32

static uint8_t *outputs[OUTPUTS_MAX];
static unsigned outputs_used;

const uint8_t *fuzz_take(fuzz_input *input, size_t bytes)
{
    if (input->bytes < bytes)
        return NULL;
    const uint8_t *taken = input->octets;
    input->octets += bytes;
    input->bytes -= bytes;
    return taken;
}

uint8_t *fuzz_output(size_t bytes)
{
    if (outputs_used == OUTPUTS_MAX)
        abort();
    uint8_t *output = malloc(bytes ? bytes : 1);
    memset(output, 0xaa, bytes);
    return outputs[outputs_used++] = output;
}

uint8_t *fuzz_copy(const uint8_t *octets, size_t bytes)
{
    uint8_t *copy = fuzz_output(bytes);
    memcpy(copy, octets, bytes);
    return copy;
}

int fuzz_is_zero(const uint8_t *octets, size_t bytes)
{
    while (bytes--)
        if (octets[bytes])
            return 0;
    return 1;
}

void fuzz_require(int holds, const char *what, const mc_curve *curve)
{
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", mc_curve_name(curve), what);
    abort();
}

int fuzz_random(void *counter, uint8_t *out, size_t bytes)
{
    uint32_t *state = counter;
    while (bytes--) {
        *state = *state * 1664525u + 1013904223u;
        *out++ = (uint8_t)(*state >> 24);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *octets, size_t bytes);

int LLVMFuzzerTestOneInput(const uint8_t *octets, size_t bytes)
{
    if (bytes < 2)
        return 0;
    fuzz_input input = {octets + 2, bytes - 2, mc_curve_at(octets[0] % mc_curve_count()), NULL, octets[1]};
    input.group = peer_group(input.curve);
    fuzz_one(&input);
    while (outputs_used)
        free(outputs[--outputs_used]);
    return 0;
}
