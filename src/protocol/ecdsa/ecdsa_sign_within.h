/* Signing with a nonce that is drawn, in the memory of its ladder, by images for size. The private key and the digest
 * are read before the ladder, to refuse them, and once more after it: meanwhile the nonce alone takes memory. */
#ifndef MC_ECDSA_SIGN_WITHIN_H
#define MC_ECDSA_SIGN_WITHIN_H

#include "protocol/ecdsa/ecdsa_sign.h"

/* Inversions by divsteps take more memory than the ladder. */
#define INVERTS_WITHIN_inv_fermat 1
#if MC_PREFER_SIZE
#define ECDSA_SIGNS_WITHIN (TAKES_FRACTION && MC_CONCATENATE(INVERTS_WITHIN_, MC_ORDER_INV))
#else
#define ECDSA_SIGNS_WITHIN 0
#endif
#if ECDSA_SIGNS_WITHIN
#include "protocol/ladder_depth.h"

MC_WIPE_BELOW(wipe_below, LADDER_DEPTH)

/* Numbers modulo the order lie where the elements do; r apart from the ladder's x. */
typedef struct {
    mc_word k[EC_SCALAR_WORDS];
    union {
        EC(ladder_room) ladder;
        struct {
            mc_word d[EC_SCALAR_WORDS], e[EC_SCALAR_WORDS], r[EC_SCALAR_WORDS];
        } numbers;
    } in;
} signing_within;

_Static_assert(2 * EC_SCALAR_WORDS >= EC_WORDS, "r lies behind x");

MC_INLINE mc_status read_within(signing_within *own, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    const mc_status status = EC(scalar_decode)(own->in.numbers.d, private_key, private_key_bytes, curve);
    return status == MC_OK ? EC(digest_decode)(own->in.numbers.e, digest, digest_bytes, curve) : status;
}

/* r = x(k G) mod n. */
MC_INLINE mc_status nonce_point_within(signing_within *own, const MC_FLASH EC(curve) *curve)
{
    EC(ladder_room) *const ladder = &own->in.ladder;
    mc_word *const r = own->in.numbers.r;
    field_from_flash(ladder->q.x, curve->generator_x);
#if EC_TAKES_DIFFERENCES
    field_from_flash(ladder->q.y, curve->generator_y);
#endif
    mc_status status = ec_scalar_mult_x_fraction(ladder, own->k, curve);
    if (status == MC_OK) {
        field_inv(ladder->z, ladder->z);
        field_mul(ladder->x, ladder->x, ladder->z);
        if (EC_WORDS != EC_SCALAR_WORDS || EC_CURVE_COFACTOR(curve) != 1) {
            EC(x_mod_order)(r, ladder->x, curve);
        } else { /* p < 2 n by Hasse's bound */
            field_from_form(r, ladder->x);
            ORDER(reduce_once)(r, r, 0, EC_CURVE_MODULUS(curve));
        }
    }
    return status;
}

/* s = (e + d r) / k mod n, and the signature; MC_ERROR_SIGNATURE if r or s is 0. */
MC_INLINE mc_status solve_within(uint8_t *signature, signing_within *own, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    const size_t bytes = EC_SCALAR_BYTES(curve);
    mc_word *const k = own->k, *const s = own->in.numbers.d, *const r = own->in.numbers.r;
    ORDER(to_form)(s, s, m);
    order_mul(s, s, r, m);
    order_add(s, s, own->in.numbers.e, m);
    ORDER(to_form)(k, k, m);
    order_inv(k, k, m);
    order_mul(s, s, k, m);
    if (ORDER(mask_zero)(r))
        return MC_ERROR_SIGNATURE;
    if (ORDER(mask_zero)(s))
        return MC_ERROR_SIGNATURE;
    mc_words_to_octets(signature, bytes, r);
    mc_words_to_octets(signature + bytes, bytes, s);
    return MC_OK;
}

MC_INLINE mc_status sign_within(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                const MC_FLASH EC(curve) *curve)
{
    signing_within own;
    uint8_t skipped = 0;
    mc_status status;
    do {
        status = read_within(&own, private_key, digest, private_key_bytes, digest_bytes, curve);
        if (status == MC_OK)
            status = EC(draw_scalar)(own.k, random, context, curve);
        if (status == MC_OK)
            status = nonce_point_within(&own, curve);
        if (status == MC_OK) {
            read_within(&own, private_key, digest, private_key_bytes, digest_bytes, curve);
            status = solve_within(signature, &own, curve);
        }
    } while (status == MC_ERROR_SIGNATURE && ++skipped < ECDSA_NONCES_MAX);
    mc_wipe(&own, sizeof own);
    wipe_below();
    return status == MC_ERROR_SIGNATURE ? MC_ERROR_RANDOM : status;
}

#endif
#endif
