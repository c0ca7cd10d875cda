/* Key agreement of motecurve/fourq/fourq.h. */
#include "fourq/fourq.h"
#include "motecurve/fourq/fourq.h"
#include "native/burn.h"

#define BYTES MC_FOURQ_KEY_BYTES

_Static_assert(BYTES == 2 * EC_BYTES, "the size of the header");

/* The end of every call: the output is zero on error, and nothing secret stays on the stack. */
static mc_status end(mc_status status, uint8_t *output, size_t bytes)
{
    if (status != MC_OK)
        mc_wipe(output, bytes);
    mc_burn(MC_BURN_CURVE_BYTES(BYTES));
    return status;
}

/* Parts of products, which their functions leave below the frames that multiply.c and multiply_base.c wipe. */
MC_WIPE_BELOW(wipe_below_multiply, 1730)
MC_WIPE_BELOW(wipe_below_multiply_base, 600)

/* 392 times the point of a public key. */
static mc_status decode_key(EC(fourq_point) *p, const uint8_t *octets, size_t count)
{
    EC(fourq_affine) q;
    EC(fourq_summand) summand;
    EC(fourq_work) work;
    if (count != BYTES)
        return MC_ERROR_LENGTH;
    const mc_status status = EC(fourq_decode)(&q, octets);
    if (status == MC_OK) {
        EC(fourq_from_affine)(p, &q);
        EC(fourq_clear_cofactor)(p, &summand, &work);
    }
    return status;
}

mc_status mc_fourq_public_key_check(const uint8_t *public_key, size_t public_key_bytes)
{
    EC(fourq_point) p;
    EC(fourq_affine) q;
    uint8_t none;
    mc_status status = decode_key(&p, public_key, public_key_bytes);
    if (status == MC_OK) {
        EC(fourq_to_affine)(&q, &p);
        if (EC(fourq_mask_neutral)(&q))
            status = MC_ERROR_INFINITY;
    }
    return end(status, &none, 0);
}

mc_status mc_fourq_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes)
{
    mc_word k[FOURQ_SCALAR_WORDS];
    EC(fourq_affine) q;
    EC(fourq_point) p;
    mc_status status = private_key_bytes == BYTES ? MC_OK : MC_ERROR_LENGTH;
    if (status == MC_OK) {
        mc_words_from_octets_little(k, FOURQ_SCALAR_WORDS, private_key, BYTES);
        EC(fourq_multiply_base)(&p, k);
        EC(fourq_to_affine)(&q, &p);
        EC(fourq_encode)(public_key, &q);
        if (EC(fourq_mask_neutral)(&q))
            status = MC_ERROR_SCALAR_ZERO;
    }
    mc_wipe(k, sizeof k);
    mc_wipe(&p, sizeof p);
    mc_wipe(&q, sizeof q);
    wipe_below_multiply_base();
    return end(status, public_key, BYTES);
}

mc_status mc_fourq_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                        size_t peer_key_bytes)
{
    mc_word k[FOURQ_SCALAR_WORDS];
    EC(fourq_affine) q;
    EC(fourq_point) p;
    mc_status status = private_key_bytes == BYTES ? decode_key(&p, peer_key, peer_key_bytes) : MC_ERROR_LENGTH;
    if (status == MC_OK) {
        mc_words_from_octets_little(k, FOURQ_SCALAR_WORDS, private_key, BYTES);
        EC(fourq_multiply)(&p, k);
        EC(fourq_to_affine)(&q, &p);
        EC(fourq_encode_element)(secret, &q.y);
        if (EC(fourq_mask_neutral)(&q))
            status = MC_ERROR_SHARED_INFINITY;
    }
    mc_wipe(k, sizeof k);
    mc_wipe(&p, sizeof p);
    mc_wipe(&q, sizeof q);
    wipe_below_multiply();
    return end(status, secret, BYTES);
}
