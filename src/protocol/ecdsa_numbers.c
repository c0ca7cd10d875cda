#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "motecurve/ecdsa.h"

mc_status FB(digest_decode)(mc_word *e, const uint8_t *digest, size_t count, const MC_FLASH FB(curve) *curve)
{
    if (count == 0 || count > MC_MAX_DIGEST_BYTES)
        return MC_ERROR_DIGEST_LENGTH;
    FB(leftmost_bits)(e, digest, count, curve->order_bits);
    FP(reduce_once)(e, e, 0, FB_CURVE_MODULUS(curve));
    return MC_OK;
}

/* x is below 2^m, which is h n and a little at most: taking n off h times is enough. */
void FB(x_mod_order)(mc_word *r, const mc_word *x, const MC_FLASH FB(curve) *curve)
{
    FB(copy)(r, x);
    for (uint32_t i = 0; i < FB_CURVE_COFACTOR(curve); i++)
        FP(reduce_once)(r, r, 0, FB_CURVE_MODULUS(curve));
}
