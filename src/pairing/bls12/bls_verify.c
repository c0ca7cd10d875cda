/* Verification and aggregation of motecurve/pairing/bls_signature.h.
 *
 * A signature s of H(m) by the key d is valid if e(-G, s) e(d G, H(m)) = 1, or with G1 and G2 in each other's place:
 * each factor is a pair of points, and the suite says which of them is the key's. Everything is public. */
#include "pairing/bls12/bls_suites.h"

#include <string.h>

typedef struct {
    g1_affine p;
    g2_affine q;
} pair;

/* The key's point of the pair. */
static mc_status read_key(pair *r, const uint8_t *key, mc_bls_suite suite)
{
    const size_t bytes = mc_bls_public_key_bytes(suite);
    return signs_in_g2(suite) ? g1_decode(&r->p, key, bytes, 0) : g2_decode(&r->q, key, bytes, 0);
}

/* The signature's point of the pair. */
static mc_status read_signature(pair *r, const uint8_t *signature, mc_bls_suite suite)
{
    const size_t bytes = mc_bls_signature_bytes(suite);
    return signs_in_g2(suite) ? g2_decode(&r->q, signature, bytes, 1) : g1_decode(&r->p, signature, bytes, 1);
}

/* The other point of a signature's pair: the generator's opposite. */
static void set_generator(pair *r, mc_bls_suite suite)
{
    if (signs_in_g2(suite)) {
        g1_set_generator(&r->p);
        FP(neg)(r->p.y.c0, r->p.y.c0);
    } else {
        g2_set_generator(&r->q);
        fp2_neg(&r->q.y, &r->q.y);
    }
}

/* The other point of a key's pair: the message's. */
static mc_status set_message(pair *r, const mc_message *message, mc_bls_suite suite)
{
    g1_point p;
    g2_point q;
    mc_status status;
    if (signs_in_g2(suite)) {
        status = g2_hash(&q, message, 1);
        if (status == MC_OK)
            g2_to_affine(&r->q, &q);
    } else {
        status = g1_hash(&p, message, 1);
        if (status == MC_OK)
            g1_to_affine(&r->p, &p);
    }
    return status;
}

/* The signature, and the pair that it makes with the generator. */
static mc_status begin(bls12_pairs *pairs, const uint8_t *signature, size_t signature_bytes, mc_bls_suite suite)
{
    pair one;
    bls12_pairs_begin(pairs);
    if (!is_known(suite))
        return MC_ERROR_UNSUPPORTED;
    if (signature_bytes != mc_bls_signature_bytes(suite))
        return MC_ERROR_LENGTH;
    const mc_status status = read_signature(&one, signature, suite);
    if (status != MC_OK)
        return status;
    set_generator(&one, suite);
    bls12_pairs_add(pairs, &one.p, &one.q);
    return MC_OK;
}

static mc_status add_message(bls12_pairs *pairs, const uint8_t *key, const mc_message *message, mc_bls_suite suite)
{
    pair one;
    mc_status status = read_key(&one, key, suite);
    if (status == MC_OK)
        status = set_message(&one, message, suite);
    if (status == MC_OK)
        bls12_pairs_add(pairs, &one.p, &one.q);
    return status;
}

static mc_status finish(bls12_pairs *pairs, mc_status status)
{
    fp12 f;
    if (status != MC_OK)
        return status;
    bls12_pairs_finish(&f, pairs);
    return fp12_is_one(&f) ? MC_OK : MC_ERROR_SIGNATURE;
}

mc_status mc_bls_public_key_validate(const uint8_t *public_key, size_t public_key_bytes, mc_bls_suite suite)
{
    pair one;
    if (!is_known(suite))
        return MC_ERROR_UNSUPPORTED;
    return public_key_bytes == mc_bls_public_key_bytes(suite) ? read_key(&one, public_key, suite) : MC_ERROR_LENGTH;
}

mc_status mc_bls_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                        size_t signature_bytes, size_t public_key_bytes, size_t message_bytes, mc_bls_suite suite)
{
    bls12_pairs pairs;
    mc_status status = begin(&pairs, signature, signature_bytes, suite);
    if (status == MC_OK && public_key_bytes != mc_bls_public_key_bytes(suite))
        status = MC_ERROR_LENGTH;
    if (status == MC_OK) {
        const mc_message all = bls_tagged(message, message_bytes, public_key, suite);
        status = add_message(&pairs, public_key, &all, suite);
    }
    return finish(&pairs, status);
}

mc_status mc_bls_verify_possession(const uint8_t *proof, const uint8_t *public_key, size_t proof_bytes,
                                   size_t public_key_bytes, mc_bls_suite suite)
{
    bls12_pairs pairs;
    if (!has_possession(suite))
        return MC_ERROR_UNSUPPORTED;
    mc_status status = begin(&pairs, proof, proof_bytes, suite);
    if (status == MC_OK && public_key_bytes != mc_bls_public_key_bytes(suite))
        status = MC_ERROR_LENGTH;
    if (status == MC_OK) {
        const mc_message all = bls_tagged_key(public_key, suite);
        status = add_message(&pairs, public_key, &all, suite);
    }
    return finish(&pairs, status);
}

mc_status mc_bls_aggregate(uint8_t *signature, const uint8_t *signatures, size_t count, mc_bls_suite suite)
{
    const size_t bytes = mc_bls_signature_bytes(suite);
    pair one;
    g1_point p, sum1;
    g2_point q, sum2;
    mc_status status = !is_known(suite) ? MC_ERROR_UNSUPPORTED : count ? MC_OK : MC_ERROR_LENGTH;
    g1_set_infinity(&sum1);
    g2_set_infinity(&sum2);
    for (size_t i = 0; i < count && status == MC_OK; i++) {
        status = read_signature(&one, signatures + i * bytes, suite);
        if (status == MC_OK && signs_in_g2(suite)) {
            g2_from_affine(&q, &one.q);
            g2_add(&sum2, &sum2, &q);
        } else if (status == MC_OK) {
            g1_from_affine(&p, &one.p);
            g1_add(&sum1, &sum1, &p);
        }
    }
    if (status != MC_OK)
        mc_wipe(signature, bytes);
    else if (signs_in_g2(suite))
        g2_encode(signature, &sum2, 1);
    else
        g1_encode(signature, &sum1, 1);
    return status;
}

static uint8_t are_equal(const mc_bls_message *a, const mc_bls_message *b)
{
    return a->bytes == b->bytes && (a->bytes == 0 || memcmp(a->octets, b->octets, a->bytes) == 0);
}

/* Whether one of the first `place` messages is the one at that place. */
static uint8_t is_repeated(const mc_bls_message *messages, size_t place)
{
    for (size_t i = 0; i < place; i++)
        if (are_equal(&messages[i], &messages[place]))
            return 1;
    return 0;
}

/* The sum of the keys from place `first` on whose messages are the one of that place, or of all without messages, in
 * the key's point of the pair. It is validated as a key is: keys x and r - x are valid with their proofs of possession,
 * and infinity is a signature of every message by their sum. What valid keys add up to is in their group. */
static mc_status sum_of_keys(pair *r, const uint8_t *keys, const mc_bls_message *messages, size_t first, size_t count,
                             mc_bls_suite suite)
{
    g1_point p, sum1;
    g2_point q, sum2;
    mc_status status = count ? MC_OK : MC_ERROR_LENGTH;
    g1_set_infinity(&sum1);
    g2_set_infinity(&sum2);
    for (size_t i = first; i < count && status == MC_OK; i++) {
        if (messages && !are_equal(&messages[i], &messages[first]))
            continue;
        status = read_key(r, keys + i * mc_bls_public_key_bytes(suite), suite);
        if (status == MC_OK && signs_in_g2(suite)) {
            g1_from_affine(&p, &r->p);
            g1_add(&sum1, &sum1, &p);
        } else if (status == MC_OK) {
            g2_from_affine(&q, &r->q);
            g2_add(&sum2, &sum2, &q);
        }
    }
    g1_to_affine(&r->p, &sum1);
    g2_to_affine(&r->q, &sum2);
    const mc_word is_infinity = signs_in_g2(suite) ? r->p.is_infinity : r->q.is_infinity;
    return status == MC_OK && is_infinity ? MC_ERROR_INFINITY : status;
}

/* The pair of a message and the sum of its keys. */
static mc_status add_sum(bls12_pairs *pairs, const uint8_t *keys, const mc_bls_message *messages, size_t first,
                         size_t count, const mc_message *message, mc_bls_suite suite)
{
    pair one;
    mc_status status = sum_of_keys(&one, keys, messages, first, count, suite);
    if (status == MC_OK)
        status = set_message(&one, message, suite);
    if (status == MC_OK)
        bls12_pairs_add(pairs, &one.p, &one.q);
    return status;
}

mc_status mc_bls_aggregate_verify(const uint8_t *signature, const uint8_t *public_keys, const mc_bls_message *messages,
                                  size_t signature_bytes, size_t count, mc_bls_suite suite)
{
    bls12_pairs pairs;
    mc_status status = begin(&pairs, signature, signature_bytes, suite);
    if (status == MC_OK && count == 0)
        status = MC_ERROR_LENGTH;
    for (size_t i = 0; i < count && status == MC_OK && needs_distinct(suite); i++)
        status = is_repeated(messages, i) ? MC_ERROR_SIGNATURE : MC_OK;
    for (size_t i = 0; i < count && status == MC_OK; i++) {
        const uint8_t *key = public_keys + i * mc_bls_public_key_bytes(suite);
        const mc_message all = bls_tagged(messages[i].octets, messages[i].bytes, key, suite);
        if (!has_possession(suite))
            status = add_message(&pairs, key, &all, suite);
        else if (!is_repeated(messages, i))
            status = add_sum(&pairs, public_keys, messages, i, count, &all, suite);
    }
    return finish(&pairs, status);
}

mc_status mc_bls_fast_aggregate_verify(const uint8_t *signature, const uint8_t *public_keys, const uint8_t *message,
                                       size_t signature_bytes, size_t count, size_t message_bytes, mc_bls_suite suite)
{
    bls12_pairs pairs;
    if (!has_possession(suite))
        return MC_ERROR_UNSUPPORTED;
    mc_status status = begin(&pairs, signature, signature_bytes, suite);
    if (status == MC_OK) {
        const mc_message all = bls_tagged(message, message_bytes, NULL, suite);
        status = add_sum(&pairs, public_keys, NULL, 0, count, &all, suite);
    }
    return finish(&pairs, status);
}
