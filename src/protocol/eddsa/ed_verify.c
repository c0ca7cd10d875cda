/* Verification of EdDSA signatures (RFC 8032, 5.1.7 and 5.2.7), by the equation times the cofactor: motecurve/eddsa.h.
 */
#include "protocol/eddsa/ed.h"

#include <string.h>

#include "scalar/scalar.h"
#ifdef ec_extended_list
#include "curve/prime/fp_extended_list.h"
#endif

#if FIELD_HAS_EDDSA_CURVES

/* Of the bytes those above S must be 0. */
mc_status EC(ed_decode_signature)(mc_word *s, const uint8_t *signature, const MC_FLASH EC(curve) *curve)
{
    const uint8_t *octets = signature + ED_BYTES;
    uint8_t above = 0;
    for (size_t i = EC_SCALAR_BYTES_MAX; i < ED_BYTES; i++)
        above |= octets[i];
    mc_words_from_octets_little(s, EC_SCALAR_WORDS, octets, EC_SCALAR_BYTES_MAX);
    if (above || !ORDER(mask_below)(s, EC_CURVE_MODULUS(curve)))
        return MC_ERROR_SCALAR_RANGE;
    mc_word y[EC_WORDS];
    return EC(edwards_decode_y)(y, signature);
}

mc_status EC(ed_eddsa_signature_validate)(const uint8_t *signature, size_t signature_bytes,
                                          const MC_FLASH EC(curve) *curve)
{
    mc_word s[EC_SCALAR_WORDS];
    return signature_bytes == ED_SIGNATURE_BYTES ? EC(ed_decode_signature)(s, signature, curve) : MC_ERROR_LENGTH;
}

mc_word EC(ed_mask_small_order)(ec_projective *p, const MC_FLASH EC(curve) *curve)
{
    for (uint32_t h = EC_CURVE_COFACTOR(curve); h > 1; h >>= 1)
        ec_double(p, p, curve);
    return ec_mask_infinity(p);
}

#ifdef ec_extended_list

/* ~0 if p, or p + r by the mask, has an order that divides the cofactor, by the lists that verification runs; else 0.
 */
MC_NOINLINE mc_word has_small_order(const EC(affine) *p, const EC(affine) *r, mc_word mask,
                                    const MC_FLASH EC(curve) *curve)
{
    mc_word e[EXTENDED_ELEMENTS][EC_WORDS];
    EC(extended_list_begin)(e, curve);
    EC(extended_list_add)(e, p, (mc_word)~0, curve);
    EC(extended_list_add)(e, r, mask, curve);
    return EC(extended_list_mask_small_order)(e, curve);
}

mc_status EC(ed_check_key)(const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    if (EC(affine_mask_infinity)(q))
        return MC_ERROR_INFINITY;
    return has_small_order(q, q, 0, curve) ? MC_ERROR_SUBGROUP : MC_OK;
}

/* As below. */
MC_NOINLINE mc_status compare_nonce_point(const uint8_t *encoded, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    EC(affine) r;
    EC(edwards_encode)((uint8_t *)&r, p);
    if (memcmp(&r, encoded, ED_BYTES) == 0)
        return MC_OK;
    if (EC(edwards_decode_var)(&r, encoded, curve) != MC_OK)
        return MC_ERROR_SIGNATURE;
    EC(affine_negate)(&r, &r);
    return has_small_order(p, &r, (mc_word)~0, curve) ? MC_OK : MC_ERROR_SIGNATURE;
}

#else

/* A frame of its own, as in signing. */
MC_NOINLINE mc_word has_small_order(const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    ec_projective multiple;
    ec_from_affine(&multiple, q);
    return EC(ed_mask_small_order)(&multiple, curve);
}

mc_status EC(ed_check_key)(const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    if (EC(affine_mask_infinity)(q))
        return MC_ERROR_INFINITY;
    return has_small_order(q, curve) ? MC_ERROR_SUBGROUP : MC_OK;
}

/* Whether R, as it is encoded, is p or p plus a point of small order. Almost always the bytes are those of p. */
MC_NOINLINE mc_status compare_nonce_point(const uint8_t *encoded, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    uint8_t octets[ED_BYTES];
    EC(affine) r;
    ec_projective difference;
    EC(edwards_encode)(octets, p);
    if (memcmp(octets, encoded, sizeof octets) == 0)
        return MC_OK;
    if (EC(edwards_decode_var)(&r, encoded, curve) != MC_OK)
        return MC_ERROR_SIGNATURE;
    EC(affine_negate)(&r, &r);
    ec_from_affine(&difference, p);
    ec_add_mixed_var(&difference, &difference, &r, curve);
    return EC(ed_mask_small_order)(&difference, curve) ? MC_OK : MC_ERROR_SIGNATURE;
}

#endif

mc_status EC(ed_verify_as)(const uint8_t *signature, const uint8_t *public_key, size_t signature_bytes,
                           size_t public_key_bytes, const ed_message *message, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word s[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS];
    if (signature_bytes != ED_SIGNATURE_BYTES || public_key_bytes != ED_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(ed_check)(message);
    if (status == MC_OK)
        status = EC(ed_decode_signature)(s, signature, curve);
    if (status == MC_OK)
        status = EC(edwards_decode_var)(&q, public_key, curve);
    if (status == MC_OK)
        status = EC(ed_check_key)(&q, curve);
    if (status == MC_OK)
        status = EC(ed_hash_message)(k, signature, public_key, message, curve);
    if (status != MC_OK)
        return status;
    EC(affine_negate)(&q, &q);
    status = ec_scalar_mult_double(&q, s, k, &q, curve);
#if MC_PROTECT_FAULTS
    /* A fault in the inversion can give (0, 0). Twice its difference to any point has a z of 0 and counts as infinity.
     */
    if (status == MC_OK && !EC(affine_mask_on_curve)(&q, curve))
        status = MC_ERROR_FAULT;
#endif
    return status == MC_OK ? compare_nonce_point(signature, &q, curve) : status;
}

mc_status EC(ed_eddsa_verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                              size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                              const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {.octets = message, .bytes = message_bytes};
    return EC(ed_verify_as)(signature, public_key, signature_bytes, public_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_verify_context)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                                      const uint8_t *context, size_t signature_bytes, size_t public_key_bytes,
                                      size_t message_bytes, size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = message, .bytes = message_bytes};
    return EC(ed_verify_as)(signature, public_key, signature_bytes, public_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                     const uint8_t *context, size_t signature_bytes, size_t public_key_bytes,
                                     size_t digest_bytes, size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = digest, .bytes = digest_bytes, .is_digest = 1};
    return EC(ed_verify_as)(signature, public_key, signature_bytes, public_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_verify_read)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *context,
                                   size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                                   size_t context_bytes, mc_reader reader, void *reader_context,
                                   const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {.context = context,
                             .context_bytes = context_bytes,
                             .bytes = message_bytes,
                             .reader = reader,
                             .reader_context = reader_context};
    return EC(ed_verify_as)(signature, public_key, signature_bytes, public_key_bytes, &what, curve);
}

#endif
