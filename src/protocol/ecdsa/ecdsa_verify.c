#include "protocol/protocol.h"

#include "scalar/scalar.h"

/* u = e / s and v = r / s mod n; in: u = e, v = s. A frame of its own, as in signing. */
MC_NOINLINE void multipliers(mc_word *u, mc_word *v, const mc_word *r, const MC_FLASH ORDER(modulus) *m)
{
    ORDER(to_form)(v, v, m);
    order_inv(v, v, m);
    order_mul(u, u, v, m);
    order_mul(v, r, v, m);
}

mc_status EC(ecdsa_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                       const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                       size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS], u[EC_SCALAR_WORDS], v[EC_SCALAR_WORDS];
    mc_status status = EC(ecdsa_signature_decode)(r, v, signature, signature_bytes, curve);
    if (status == MC_OK)
        status = EC(digest_decode)(u, digest, digest_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(point, public_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    multipliers(u, v, r, EC_CURVE_MODULUS(curve));
    status = ec_scalar_mult_double(point, u, v, point, curve);
    EC(x_mod_order)(u, point->x, curve); /* infinity has x = 0, and r is not 0 */
    return status == MC_OK && !ORDER(mask_equal)(u, r) ? MC_ERROR_SIGNATURE : status;
}

mc_status EC(ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                  size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                  const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    return EC(ecdsa_verification_point)(&point, signature, public_key, digest, signature_bytes, public_key_bytes,
                                        digest_bytes, curve);
}
