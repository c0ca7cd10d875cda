#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* x(2P) = (x + sqrt(b) / x)^2 for x = x(P); 0 stays 0, which stands for infinity and for the point of order
 * two. Constant time: P is secret. */
static void double_x(mc_word *x, const MC_FLASH FB(curve) *curve)
{
    mc_word quotient[FB_WORDS], b_sqrt[FB_WORDS];
    fb_inv(quotient, x);
    if (!FB_CURVE_B_IS_ONE(curve)) {
        FB(from_flash)(b_sqrt, curve->b_sqrt);
        fb_mul(quotient, quotient, b_sqrt);
    }
    FB(add)(x, x, quotient);
    fb_sqr(x, x);
    mc_wipe(quotient, sizeof quotient);
}

mc_status FB(shared_x)(mc_word *x, const mc_word *d, const FB(affine) *q, uint32_t h, const MC_FLASH FB(curve) *curve)
{
    FB(affine) p;
    mc_status status = fb_scalar_mult(&p, d, q, curve);
    FB(copy)(x, p.x);
    mc_wipe(&p, sizeof p);
    for (; h > 1; h >>= 1)
        double_x(x, curve);
    if (status == MC_OK && FB(mask_zero)(x))
        status = MC_ERROR_SHARED_INFINITY;
    return status;
}

static mc_status agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                       size_t peer_key_bytes, uint32_t h, const MC_FLASH FB(curve) *curve)
{
    mc_word d[FB_WORDS], x[FB_WORDS];
    FB(affine) q;
    memset(secret, 0, FB_BYTES);
    mc_status status = FB(public_key_decode)(&q, peer_key, peer_key_bytes, curve);
    if (status != MC_OK)
        return status;
    status = FB(scalar_decode)(d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        status = FB(shared_x)(x, d, &q, h, curve);
    if (status == MC_OK)
        FB(to_octets)(secret, FB_BYTES, x);
    mc_wipe(d, sizeof d);
    mc_wipe(x, sizeof x);
    return status;
}

mc_status FB(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH FB(curve) *curve)
{
    return agree(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, 1, curve);
}

mc_status FB(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH FB(curve) *curve)
{
    return agree(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, FB_CURVE_COFACTOR(curve), curve);
}
