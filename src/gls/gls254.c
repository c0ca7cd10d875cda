/* The functions of motecurve/gls/gls254.h. */
#include "motecurve/gls/gls254.h"
#include "gls/gls.h"
#include "native/burn.h"

#define BYTES MC_GLS254_KEY_BYTES

_Static_assert(BYTES == 2 * FB_BYTES && BYTES == (EC_SCALAR_BITS + 7) / 8, "the size of the header");

/* The end of every call: the output is zero on error, and nothing secret stays on the stack. */
static mc_status end(mc_status status, uint8_t *output, size_t bytes)
{
    if (status != MC_OK)
        mc_wipe(output, bytes);
    mc_burn(MC_BURN_CURVE_BYTES(BYTES));
    return status;
}

static mc_status decode_key(EC(gls_affine) *r, const uint8_t *octets, size_t count)
{
    if (count != BYTES)
        return MC_ERROR_LENGTH;
    if ((octets[FB_BYTES - 1] | octets[BYTES - 1]) >> 7)
        return MC_ERROR_COORDINATE_RANGE;
    const mc_word is_element = EC(gls_decode)(r, octets);
    if (FB(mask_zero)(r->x.c0) & FB(mask_zero)(r->x.c1) & is_element)
        return MC_ERROR_INFINITY;
    return is_element ? MC_OK : MC_ERROR_NOT_ON_CURVE;
}

static mc_status decode_scalar(mc_word *k, const uint8_t *octets, size_t count)
{
    mc_word any = 0;
    if (count != BYTES)
        return MC_ERROR_LENGTH;
    mc_words_from_octets_little(k, GLS_SCALAR_WORDS, octets, BYTES);
    for (uint8_t i = 0; i < GLS_SCALAR_WORDS; i++)
        any |= k[i];
    if (mc_word_mask_zero(any))
        return MC_ERROR_SCALAR_ZERO;
    return EC(gls_mask_below_order)(k) ? MC_OK : MC_ERROR_SCALAR_RANGE;
}

mc_status mc_gls254_public_key_check(const uint8_t *public_key, size_t public_key_bytes)
{
    EC(gls_affine) q;
    uint8_t none;
    return end(decode_key(&q, public_key, public_key_bytes), &none, 0);
}

/* Parts of products, which their functions leave below the frame that multiply.c wipes. */
MC_WIPE_BELOW(wipe_below, GLS_HAS_KERNELS ? 1700 : 1400)

/* octets = k q, for a private key k, if the status is MC_OK; q is wiped. */
static mc_status multiply(uint8_t *octets, const uint8_t *private_key, EC(gls_affine) *q, size_t private_key_bytes,
                          mc_status status)
{
    mc_word k[GLS_SCALAR_WORDS];
    EC(gls_point) product;
    if (status == MC_OK)
        status = decode_scalar(k, private_key, private_key_bytes);
    if (status == MC_OK) {
        EC(gls_multiply_point)(&product, k, q);
        EC(gls_encode)(octets, &product);
    }
    mc_wipe(k, sizeof k);
    mc_wipe(&product, sizeof product);
    mc_wipe(q, sizeof *q);
    wipe_below();
    return end(status, octets, BYTES);
}

mc_status mc_gls254_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes)
{
    static const MC_FLASH mc_word generator[4][FB_WORDS] = GLS_GENERATOR;
    EC(gls_affine) q;
    FB(from_flash)(q.x.c0, generator[0]);
    FB(from_flash)(q.x.c1, generator[1]);
    FB(from_flash)(q.s.c0, generator[2]);
    FB(from_flash)(q.s.c1, generator[3]);
    return multiply(public_key, private_key, &q, private_key_bytes, MC_OK);
}

mc_status mc_gls254_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                         size_t peer_key_bytes)
{
    EC(gls_affine) q;
    return multiply(secret, private_key, &q, private_key_bytes, decode_key(&q, peer_key, peer_key_bytes));
}
