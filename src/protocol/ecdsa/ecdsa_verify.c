#include "protocol/protocol.h"

#include "scalar/scalar.h"

/* u = e / s and v = r / s mod n; in: u = e, v = s. A frame of its own, as in signing. */
MC_NOINLINE void multipliers(mc_word *u, mc_word *v, const mc_word *r, const MC_FLASH ORDER(modulus) *m)
{
    ORDER(to_form)(v, v, m);
    order_inv_var(v, v, m);
    order_mul(u, u, v, m);
    order_mul(v, r, v, m);
}

#ifdef ec_scalar_mult_double_fraction
/* R = u G + v Q, or its x alone. */
MC_INLINE mc_status combine(EC(affine) *point, const mc_word *u, const mc_word *v, uint8_t x_alone,
                            const MC_FLASH EC(curve) *curve)
{
    if (!x_alone)
        return ec_scalar_mult_double(point, u, v, point, curve);
    ec_scalar_mult_double_fraction(point, u, v, curve);
#ifndef EC_COMPARES_FRACTIONS
    field_inv_var(point->y, point->y);
    field_mul(point->x, point->x, point->y);
#endif
    return MC_OK;
}

#ifdef EC_COMPARES_FRACTIONS
/* Whether x = X / Y is r modulo n: a number r + i n below p. r is lost. X is not 0 where Y is. */
static mc_status compare_fraction(const EC(affine) *fraction, mc_word *r, const MC_FLASH EC(curve) *curve)
{
    mc_word product[EC_WORDS], is_above = 0;
    for (; !is_above && field_mask_below(r); is_above = ORDER(sum)(r, r, EC_CURVE_MODULUS(curve)->n, 1)) {
        field_to_form(product, r);
        field_mul(product, product, fraction->y);
        if (field_mask_equal(product, fraction->x))
            return MC_OK;
    }
    return MC_ERROR_SIGNATURE;
}
#endif

MC_INLINE mc_status verify(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                           const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                           uint8_t x_alone, const MC_FLASH EC(curve) *curve)
#else
#define combine(point, u, v, x_alone, curve) ec_scalar_mult_double(point, u, v, point, curve)

mc_status EC(ecdsa_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                       const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                       size_t digest_bytes, const MC_FLASH EC(curve) *curve)
#endif
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
    status = combine(point, u, v, x_alone, curve);
#ifdef EC_COMPARES_FRACTIONS
    if (x_alone)
        return compare_fraction(point, r, curve);
#endif
    EC(x_mod_order)(u, point->x, curve); /* infinity has x = 0, and r is not 0 */
    return status == MC_OK && !ORDER(mask_equal)(u, r) ? MC_ERROR_SIGNATURE : status;
}

#ifdef ec_scalar_mult_double_fraction
mc_status EC(ecdsa_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                       const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                       size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    return verify(point, signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes, 0, curve);
}
#endif

mc_status EC(ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                  size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                  const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
#ifdef ec_scalar_mult_double_fraction
    return verify(&point, signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes, 1, curve);
#else
    return EC(ecdsa_verification_point)(&point, signature, public_key, digest, signature_bytes, public_key_bytes,
                                        digest_bytes, curve);
#endif
}
