/* SHAKE256, FIPS 202: the sponge over Keccak-f[1600] with a rate of 136 bytes. Constant time. */
#include "motecurve/hash.h"
#include "word/word.h"

#include <string.h>

#define RATE_BYTES 136
#define ROUNDS     24

/* Iota, 3.2.5. */
static const MC_FLASH uint64_t round_constants[ROUNDS] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* Rho and pi, 3.2.2 and 3.2.3, as one walk over all lanes but the first: where it goes, and how far each turns. */
static const MC_FLASH uint8_t next_lane[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                               15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
static const MC_FLASH uint8_t turns[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                           27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};

static uint64_t turn(uint64_t x, uint8_t bits)
{
    return (x << bits) | (x >> (64 - bits));
}

static void theta(uint64_t a[25])
{
    uint64_t parity[5];
    for (uint8_t x = 0; x < 5; x++)
        parity[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (uint8_t x = 0; x < 5; x++) {
        uint64_t change = parity[(x + 4) % 5] ^ turn(parity[(x + 1) % 5], 1);
        for (uint8_t y = 0; y < 25; y = (uint8_t)(y + 5))
            a[x + y] ^= change;
    }
    mc_wipe(parity, sizeof parity);
}

static void rho_pi(uint64_t a[25])
{
    uint64_t carried = a[1];
    for (uint8_t i = 0; i < 24; i++) {
        uint64_t replaced = a[next_lane[i]];
        a[next_lane[i]] = turn(carried, turns[i]);
        carried = replaced;
    }
}

static void chi(uint64_t a[25])
{
    uint64_t row[5];
    for (uint8_t y = 0; y < 25; y = (uint8_t)(y + 5)) {
        memcpy(row, a + y, sizeof row);
        for (uint8_t x = 0; x < 5; x++)
            a[x + y] ^= ~row[(x + 1) % 5] & row[(x + 2) % 5];
    }
    mc_wipe(row, sizeof row);
}

static void permute(uint64_t a[25])
{
    for (uint8_t i = 0; i < ROUNDS; i++) {
        theta(a);
        rho_pi(a);
        chi(a);
        a[0] ^= round_constants[i];
    }
}

static void add_octet(mc_shake256_context *context, uint8_t place, uint8_t octet)
{
    context->lanes[place / 8] ^= (uint64_t)octet << (8 * (place % 8));
}

void mc_shake256_begin(mc_shake256_context *context)
{
    memset(context, 0, sizeof *context);
}

void mc_shake256_feed(mc_shake256_context *context, const uint8_t *data, size_t bytes)
{
    while (bytes--) {
        add_octet(context, context->place++, *data++);
        if (context->place == RATE_BYTES) {
            permute(context->lanes);
            context->place = 0;
        }
    }
}

/* The first time it ends the input: the suffix 1111 of the XOFs (6.2) and the padding 10*1 (5.1). */
void mc_shake256_squeeze(uint8_t *out, size_t bytes, mc_shake256_context *context)
{
    if (!context->is_squeezed) {
        add_octet(context, context->place, 0x1f);
        add_octet(context, RATE_BYTES - 1, 0x80);
        context->place = RATE_BYTES;
        context->is_squeezed = 1;
    }
    while (bytes--) {
        if (context->place == RATE_BYTES) {
            permute(context->lanes);
            context->place = 0;
        }
        *out++ = (uint8_t)(context->lanes[context->place / 8] >> (8 * (context->place % 8)));
        context->place++;
    }
}

void mc_shake256_finish(mc_shake256_context *context)
{
    mc_wipe(context, sizeof *context);
}
