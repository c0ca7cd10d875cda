#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"

/* A candidate of the order's bits is below n with a probability of at least 1/2, so that a working source
 * fails once in 2^128 times. */
#define CANDIDATES_MAX 128

/* Draws candidates of the order's bits until one is in the range (FIPS 186-5, A.2.2 and A.3.2): every number is as
 * likely as any other. */
MC_OWN_FRAME
mc_status EC(draw_scalar)(mc_word *d, mc_random random, void *context, const MC_FLASH EC(curve) *curve)
{
    uint8_t octets[EC_SCALAR_BYTES_MAX];
    size_t bytes = EC_SCALAR_BYTES(curve);
    mc_status status = EC(check_source)(random, context);
    memset(d, 0, EC_SCALAR_WORDS * sizeof *d);
    for (uint8_t tries = 0; status == MC_OK && ORDER(mask_zero)(d); tries++) {
        if (tries == CANDIDATES_MAX || random(context, octets, bytes) != 0) {
            status = MC_ERROR_RANDOM;
        } else {
            octets[0] = (uint8_t)(octets[0] & 0xff >> (8 * bytes - EC_CURVE_ORDER_BITS(curve)));
            EC(scalar_decode)(d, octets, bytes, curve); /* 0 if not in the range */
        }
    }
    mc_wipe(octets, sizeof octets);
    return status;
}
