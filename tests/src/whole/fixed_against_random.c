/* Times of ECDH with one private key among times with random ones: fixed-against-random CURVE COUNT LEAK. Prints the
 * level of the kernels, then a line for each of COUNT calls, in random order: 0 for the fixed key or 1 for a random
 * one, and nanoseconds. A LEAK above 0 plants a leak: that many rounds of an empty loop for each bit of a byte of the
 * key. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "motecurve/ecdh.h"
#include "motecurve/key.h"

const char *mc_native_level(void) __attribute__((weak));

struct key {
    uint8_t octets[MC_MAX_SCALAR_BYTES];
    uint8_t is_random;
};

static int from_system(void *file, uint8_t *out, size_t bytes)
{
    return fread(out, 1, bytes, file) != bytes;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void leak(uint8_t octet, unsigned rounds)
{
    for (; octet; octet &= (uint8_t)(octet - 1))
        for (unsigned i = 0; i < rounds; i++)
            __asm__ volatile("");
}

/* Half of the keys are 3, whose bits are nearly all 0, the others random. All are made before the first is timed. */
static struct key *make_keys(size_t count, FILE *source, const mc_curve *curve)
{
    struct key *keys = calloc(count, sizeof *keys);
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    for (struct key *key = keys; key < keys + count; key++) {
        from_system(source, &key->is_random, 1);
        key->is_random &= 1;
        if (!key->is_random)
            key->octets[mc_curve_scalar_bytes(curve) - 1] = 3;
        else if (mc_key_generate(key->octets, public_key, from_system, source, curve) != MC_OK)
            return NULL;
    }
    return keys;
}

int main(int argc, char **argv)
{
    FILE *source = fopen("/dev/urandom", "rb");
    const mc_curve *curve = argc == 4 ? mc_curve_find(argv[1]) : NULL;
    if (!curve || !source)
        return 2;
    const size_t count = strtoul(argv[2], NULL, 10), bytes = mc_curve_scalar_bytes(curve);
    const unsigned rounds = (unsigned)strtoul(argv[3], NULL, 10);
    uint8_t own[MC_MAX_SCALAR_BYTES], peer[MC_MAX_PUBLIC_KEY_BYTES], secret[MC_MAX_PUBLIC_KEY_BYTES];
    struct key *keys = make_keys(count, source, curve);
    uint32_t *times = calloc(count, sizeof *times);
    if (!keys || mc_key_generate(own, peer, from_system, source, curve) != MC_OK)
        return 3;
    for (size_t i = 0; i < count; i++) {
        memcpy(own, keys[i].octets, bytes); /* all from one place */
        const uint64_t begin = now();
        const mc_status status = mc_ecdh(secret, own, peer, bytes, mc_curve_public_key_bytes(curve), curve);
        leak(own[bytes / 2], rounds);
        times[i] = (uint32_t)(now() - begin);
        if (status != MC_OK)
            return 3;
    }
    printf("%s\n", mc_native_level ? mc_native_level() : "");
    for (size_t i = 0; i < count; i++)
        printf("%d %u\n", keys[i].is_random, (unsigned)times[i]);
    return 0;
}
