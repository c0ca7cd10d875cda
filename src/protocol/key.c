#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* A candidate of the order's bits is below n with a probability of at least 1/2, so that a working source
 * fails once in 2^128 times. */
#define CANDIDATES_MAX 128

/* public_key = d G. */
static mc_status encode_product(uint8_t *public_key, const mc_word *d, const MC_FLASH FB(curve) *curve)
{
    FB(affine) p;
    FB(from_flash)(p.x, curve->generator_x);
    FB(from_flash)(p.y, curve->generator_y);
    mc_status status = fb_scalar_mult(&p, d, &p, curve);
    if (status == MC_OK)
        FB(point_encode)(public_key, &p);
    return status;
}

mc_status FB(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH FB(curve) *curve)
{
    mc_word d[FB_WORDS];
    memset(public_key, 0, FB_POINT_BYTES);
    mc_status status = FB(private_key_decode)(d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        status = encode_product(public_key, d, curve);
    mc_wipe(d, sizeof d);
    return status;
}

/* Draws d of the order's bits until 1 <= d < n (FIPS 186-5, A.2.2): every d is as likely as any other. */
static mc_status draw_private_key(uint8_t *private_key, mc_word *d, mc_random random, void *context,
                                  const MC_FLASH FB(curve) *curve)
{
    size_t bytes = FB_SCALAR_BYTES(curve);
    for (unsigned tries = 0; tries < CANDIDATES_MAX; tries++) {
        if (random(context, private_key, bytes) != 0)
            return MC_ERROR_RANDOM;
        private_key[0] &= (uint8_t)(0xff >> (8 * bytes - curve->order_bits));
        if (FB(private_key_decode)(d, private_key, bytes, curve) == MC_OK)
            return MC_OK;
    }
    return MC_ERROR_RANDOM;
}

mc_status FB(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH FB(curve) *curve)
{
    mc_word d[FB_WORDS];
    memset(public_key, 0, FB_POINT_BYTES);
    mc_status status = draw_private_key(private_key, d, random, context, curve);
    if (status == MC_OK)
        status = encode_product(public_key, d, curve);
    if (status != MC_OK)
        mc_wipe(private_key, FB_SCALAR_BYTES(curve));
    mc_wipe(d, sizeof d);
    return status;
}

mc_status FB(public_key_decode)(FB(affine) *q, const uint8_t *public_key, size_t public_key_bytes,
                                const MC_FLASH FB(curve) *curve)
{
    mc_status status = FB(point_decode)(q, public_key, public_key_bytes);
    if (status == MC_OK)
        status = FB(affine_validate)(q, curve);
    if (status != MC_OK)
        memset(q, 0, sizeof *q);
    return status;
}
