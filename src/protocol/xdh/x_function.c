/* X25519 and X448 (RFC 7748): keys and their agreement by x-coordinates on Montgomery curves. */
#include "protocol/protocol.h"

#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES

/* Whether the bound multiplication takes any x below 2^EC_FIELD_BITS. */
#define MC_TAKES_ANY_X_scalar_mult_x_ladder_routines_armv7 1
#define MC_TAKES_ANY_X_scalar_mult_x_ladder_routines_avr   1
#define TAKES_ANY_X                                        MC_CONCATENATE(MC_TAKES_ANY_X_, MC_SCALAR_MULT_X)

/* Any bytes; bits above those of an element are ignored, and the number is taken modulo p. A ladder from the number
 * itself would end the same, as products of numbers below 2^255 or 2^448 are below p, and so is u + 1 less p; but most
 * functions that it calls promise results for numbers below p alone. */
static void decode_x(mc_word *x, const uint8_t *octets)
{
    mc_words_from_octets_little(x, EC_WORDS, octets, EC_BYTES);
    x[EC_WORDS - 1] &= EC_TOP_WORD_MASK;
#if !TAKES_ANY_X
    field_reduce_once(x, x, 0);
#endif
    field_to_form(x, x);
}

/* Parts of the last product; of the last step of the ladder, below the ladder's own frame, where a kernel makes it. */
#define MC_CALLS_PRODUCTS_ladder_step_composed   1
#define MC_CALLS_PRODUCTS_ladder_step_weak_avr   1
#define MC_IS_NARROW_scalar_mult_x_ladder_narrow 1
#define MC_IS_LIST_scalar_mult_x_ladder_list     1
#if TAKES_ANY_X && MC_WORD_BITS == 8 /* the kernel keeps a whole product beside its parts */
#define BYTES_BELOW (((MC_BLINDING ? 13 : 12) * EC_WORDS + 8) * sizeof(mc_word))
#elif TAKES_ANY_X && MC_PREFER_SIZE && !MC_BLINDING
#define BYTES_BELOW (10 * sizeof(mc_word) * EC_WORDS)
#elif MC_CONCATENATE(MC_IS_LIST_, MC_SCALAR_MULT_X) && MC_WORD_BITS == 32 /* below a product, registers of mc_wipe */
#define BYTES_BELOW (13 * sizeof(mc_word) * EC_WORDS)
#elif TAKES_ANY_X || MC_CONCATENATE(MC_CALLS_PRODUCTS_, MC_LADDER_STEP)
#define BYTES_BELOW (12 * sizeof(mc_word) * EC_WORDS)
#elif MC_CONCATENATE(MC_IS_NARROW_, MC_SCALAR_MULT_X)
#define BYTES_BELOW ((33 * EC_WORDS / 2 + 2) * sizeof(mc_word))
#else
#define BYTES_BELOW (20 * sizeof(mc_word) * EC_WORDS)
#endif
MC_WIPE_BELOW(x_wipe_below, BYTES_BELOW)

/* An image for size has one caller. */
#if MC_PREFER_SIZE
#define PART MC_INLINE
#else
#define PART static
#endif

/* octets = k x; zeros and the error if that is infinity: for points of small order, and for one scalar of
 * Curve448, 4 n. No branch on which it is. */
PART mc_status multiply(uint8_t *octets, const uint8_t *private_key, mc_word *x, mc_status error,
                        const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS];
    EC(clamped_scalar)(k, private_key, curve->cofactor);
    const mc_status status = ec_scalar_mult_x(x, k, x, curve); /* of k < 2^l it fails for want of a blinding alone */
    const mc_word zero = field_mask_zero(x);
    field_from_form(x, x);
    mc_words_to_octets_little(octets, EC_BYTES, x);
    mc_wipe(k, sizeof k);
    x_wipe_below();
    return MC_BLINDING && status != MC_OK ? status : (mc_status)(error & (uint8_t)zero);
}

mc_status EC(x_ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                     size_t peer_key_bytes, const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word x[EC_WORDS];
    if (private_key_bytes != EC_BYTES || peer_key_bytes != EC_BYTES)
        return MC_ERROR_LENGTH;
    decode_x(x, peer_key);
    mc_status status = multiply(secret, private_key, x, MC_ERROR_SHARED_INFINITY, curve);
    mc_wipe(x, sizeof x);
    return status;
}

/* The scalar is a multiple of the cofactor as it is. */
mc_status EC(x_ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                              size_t private_key_bytes, size_t peer_key_bytes,
                              const MC_FLASH EC(montgomery_curve) *curve)
{
    return EC(x_ecdh)(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, curve);
}

mc_status EC(x_public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                           const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word x[EC_WORDS];
    if (private_key_bytes != EC_BYTES)
        return MC_ERROR_LENGTH;
    field_from_flash(x, curve->generator_x);
    return multiply(public_key, private_key, x, MC_ERROR_SCALAR_ZERO, curve);
}

mc_status EC(x_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                             const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_status status = EC(draw_octets)(private_key, EC_BYTES, random, context);
    return status == MC_OK ? EC(x_public_key)(public_key, private_key, EC_BYTES, curve) : status;
}

/* The cofactor times a point of small order is infinity, on the curve and on its twist. */
mc_status EC(x_public_key_validate)(const uint8_t *public_key, size_t public_key_bytes,
                                    const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word x[EC_WORDS], k[EC_SCALAR_WORDS] = {curve->cofactor};
    if (public_key_bytes != EC_BYTES)
        return MC_ERROR_LENGTH;
    decode_x(x, public_key);
    const mc_status status = ec_scalar_mult_x(x, k, x, curve);
    if (MC_BLINDING && status != MC_OK)
        return status;
    return field_mask_zero(x) ? MC_ERROR_SUBGROUP : MC_OK;
}

#endif
