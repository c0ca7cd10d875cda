#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* u = e / s and v = r / s mod n; in: u = e, v = s. A frame of its own, as in signing. */
FB_NOINLINE void multipliers(mc_word *u, mc_word *v, const mc_word *r, const MC_FLASH FP(modulus) *m)
{
    FP(to_montgomery)(v, v, m);
    fp_inv(v, v, m);
    FP(mul)(u, u, v, m);
    FP(mul)(v, r, v, m);
}

mc_status FB(ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                  size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                  const MC_FLASH FB(curve) *curve)
{
    FB(affine) q;
    mc_word r[FB_WORDS], u[FB_WORDS], v[FB_WORDS];
    size_t bytes = FB_SCALAR_BYTES(curve);
    if (signature_bytes != 2 * bytes)
        return MC_ERROR_LENGTH;
    mc_status status = FB(digest_decode)(u, digest, digest_bytes, curve);
    if (status == MC_OK)
        status = FB(scalar_decode)(r, signature, bytes, curve);
    if (status == MC_OK)
        status = FB(scalar_decode)(v, signature + bytes, bytes, curve);
    if (status == MC_OK)
        status = FB(public_key_decode)(&q, public_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    multipliers(u, v, r, FB_CURVE_MODULUS(curve));
    status = fb_scalar_mult_double(&q, u, v, &q, curve);
    FB(x_mod_order)(u, q.x, curve); /* infinity has x = 0, and r is not 0 */
    return status == MC_OK && !FP(mask_equal)(u, r) ? MC_ERROR_SIGNATURE : status;
}
