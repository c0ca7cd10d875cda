/* Keys of EdDSA (RFC 8032, 5.1.5 and 5.2.5). */
#include "protocol/eddsa/ed.h"

#include "scalar/scalar.h"

#if FIELD_HAS_EDDSA_CURVES

mc_status EC(ed_encode_multiple)(uint8_t *octets, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    if (status == MC_OK)
        EC(edwards_encode)(octets, &p);
    mc_wipe(&p, sizeof p);
    return status;
}

#ifdef ec_scalar_mult_base_pair
mc_status EC(ed_encode_multiples)(uint8_t *first, uint8_t *second, const mc_word *k, const mc_word *l,
                                  const MC_FLASH EC(curve) *curve)
{
    EC(affine) p[2];
    mc_status status = ec_scalar_mult_base_pair(p, k, l, curve);
    if (status == MC_OK) {
        EC(edwards_encode)(first, &p[0]);
        EC(edwards_encode)(second, &p[1]);
    }
    mc_wipe(p, sizeof p);
    return status;
}
#endif

mc_status EC(ed_public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                            const MC_FLASH EC(curve) *curve)
{
    uint8_t hash[ED_HASH_BYTES];
    mc_word k[EC_SCALAR_WORDS];
    if (private_key_bytes != ED_BYTES)
        return MC_ERROR_LENGTH;
    EC(ed_hash_key)(hash, private_key);
    EC(clamped_scalar)(k, hash, EC_CURVE_COFACTOR(curve));
    mc_wipe(hash, sizeof hash);
    mc_status status = EC(ed_encode_multiple)(public_key, k, curve);
    mc_wipe(k, sizeof k);
    return status;
}

mc_status EC(ed_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                              const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(draw_octets)(private_key, ED_BYTES, random, context);
    return status == MC_OK ? EC(ed_public_key)(public_key, private_key, ED_BYTES, curve) : status;
}

mc_status EC(ed_public_key_validate)(const uint8_t *public_key, size_t public_key_bytes,
                                     const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    if (public_key_bytes != ED_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(edwards_decode_var)(&q, public_key, curve);
    return status == MC_OK ? EC(affine_validate)(&q, curve) : status;
}

#endif
