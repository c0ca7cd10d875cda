/* SchnorrQ (Costello and Longa 2016), as FourQlib computes it: of every hash by SHA-512 that is a number, the first 32
 * bytes count. Of the private key's hash the first half is the scalar, the second makes nonces. */
#include "fourq/fourq.h"
#include "motecurve/fourq/fourq.h"
#include "motecurve/hash.h"
#include "native/burn.h"

#include <stdbool.h>
#include <string.h>

#define BYTES         MC_FOURQ_KEY_BYTES
#define PUBLIC_KEY_AT MC_SHA512_BYTES /* in an expanded key, after the private key's hash */
#define CHECK_AT      (PUBLIC_KEY_AT + BYTES)
#define CHECK_BYTES   (MC_SCHNORRQ_EXPANDED_KEY_BYTES - CHECK_AT)

static const MC_FLASH ORDER(modulus) order = FOURQ_ORDER;

/* hash = SHA-512(first || second || message); second may be null. In a frame of its own, so that the hash's memory is
 * there only while it runs. */
MC_NOINLINE void schnorrq_hash(uint8_t *hash, const uint8_t *first, const uint8_t *second, const uint8_t *message,
                               size_t message_bytes)
{
    mc_sha512_context c;
    mc_sha512_begin(&c);
    mc_sha512_feed(&c, first, BYTES);
    if (second)
        mc_sha512_feed(&c, second, BYTES);
    mc_sha512_feed(&c, message, message_bytes);
    mc_sha512_finish(hash, &c);
}

/* Parts of products, which their functions leave below the frames that are wiped. */
MC_WIPE_BELOW(wipe_below, 600)

/* octets = the encoding of k G, for the number that the first 32 bytes are. */
MC_NOINLINE void schnorrq_encode_multiple(uint8_t *octets, const uint8_t *scalar)
{
    mc_word k[FOURQ_SCALAR_WORDS];
    EC(fourq_point) p;
    EC(fourq_affine) q;
    mc_words_from_octets_little(k, FOURQ_SCALAR_WORDS, scalar, BYTES);
    EC(fourq_multiply_base)(&p, k);
    EC(fourq_to_affine)(&q, &p);
    EC(fourq_encode)(octets, &q);
    mc_wipe(k, sizeof k);
    mc_wipe(&p, sizeof p);
    mc_wipe(&q, sizeof q);
}

/* octets = nonce - hash scalar modulo the order. */
MC_NOINLINE void schnorrq_solve(uint8_t *octets, const uint8_t *nonce, const uint8_t *hash, const uint8_t *scalar)
{
    mc_word s[EC_SCALAR_WORDS], h[EC_SCALAR_WORDS];
    ORDER(from_octets_little)(s, scalar, BYTES, EC_SCALAR_BITS, &order);
    ORDER(from_octets_little)(h, hash, BYTES, EC_SCALAR_BITS, &order);
    ORDER(to_form)(s, s, &order);
    order_mul(s, s, h, &order);
    ORDER(neg)(s, s, &order);
    ORDER(from_octets_little)(h, nonce, BYTES, EC_SCALAR_BITS, &order);
    order_add(s, s, h, &order);
    memset(octets, 0, BYTES);
    mc_words_to_octets_little(octets, (EC_SCALAR_BITS + 7) / 8, s);
    mc_wipe(s, sizeof s);
    mc_wipe(h, sizeof h);
}

static void hash_octets(uint8_t *hash, const uint8_t *octets, size_t bytes)
{
    mc_sha512_context c;
    mc_sha512_begin(&c);
    mc_sha512_feed(&c, octets, bytes);
    mc_sha512_finish(hash, &c);
}

static void key_hash(uint8_t *hash, const uint8_t *private_key)
{
    hash_octets(hash, private_key, BYTES);
}

static void leave_nothing(void)
{
    wipe_below();
    mc_burn(MC_BURN_CURVE_BYTES(BYTES));
}

mc_status mc_schnorrq_public_key(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes)
{
    uint8_t own[MC_SHA512_BYTES];
    const mc_status status = private_key_bytes == BYTES ? MC_OK : MC_ERROR_LENGTH;
    if (status == MC_OK) {
        key_hash(own, private_key);
        schnorrq_encode_multiple(public_key, own);
    } else {
        memset(public_key, 0, BYTES);
    }
    mc_wipe(own, sizeof own);
    leave_nothing();
    return status;
}

mc_status mc_schnorrq_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                           size_t private_key_bytes, size_t message_bytes)
{
    uint8_t own[MC_SHA512_BYTES], nonce[MC_SHA512_BYTES], hash[MC_SHA512_BYTES], point[BYTES], public_key[BYTES];
    const mc_status status = private_key_bytes == BYTES ? MC_OK : MC_ERROR_LENGTH;
    if (status == MC_OK) {
        key_hash(own, private_key);
        schnorrq_encode_multiple(public_key, own);
        schnorrq_hash(nonce, own + BYTES, NULL, message, message_bytes);
        schnorrq_encode_multiple(point, nonce);
        schnorrq_hash(hash, point, public_key, message, message_bytes);
        memcpy(signature, point, BYTES);
        schnorrq_solve(signature + BYTES, nonce, hash, own);
    } else {
        memset(signature, 0, MC_SCHNORRQ_SIGNATURE_BYTES);
    }
    mc_wipe(own, sizeof own);
    mc_wipe(nonce, sizeof nonce);
    leave_nothing();
    return status;
}

mc_status mc_schnorrq_key_expand(uint8_t *expanded_key, const uint8_t *private_key, size_t private_key_bytes)
{
    uint8_t own[CHECK_AT], check[MC_SHA512_BYTES];
    if (private_key_bytes != BYTES) {
        memset(expanded_key, 0, MC_SCHNORRQ_EXPANDED_KEY_BYTES);
        return MC_ERROR_LENGTH;
    }
    key_hash(own, private_key);
    schnorrq_encode_multiple(own + PUBLIC_KEY_AT, own);
    hash_octets(check, own, sizeof own);
    memcpy(expanded_key, own, sizeof own);
    memcpy(expanded_key + CHECK_AT, check, CHECK_BYTES);
    mc_wipe(own, sizeof own);
    mc_wipe(check, sizeof check);
    leave_nothing();
    return MC_OK;
}

/* MC_ERROR_FAULT for a key that mc_schnorrq_key_expand did not make. */
static mc_status check_expanded(const uint8_t *expanded_key, size_t expanded_key_bytes)
{
    uint8_t check[MC_SHA512_BYTES];
    if (expanded_key_bytes != MC_SCHNORRQ_EXPANDED_KEY_BYTES)
        return MC_ERROR_LENGTH;
    hash_octets(check, expanded_key, CHECK_AT);
    const mc_status status = mc_octets_equal(check, expanded_key + CHECK_AT, CHECK_BYTES) ? MC_OK : MC_ERROR_FAULT;
    mc_wipe(check, sizeof check);
    return status;
}

mc_status mc_schnorrq_sign_expanded(uint8_t *signature, const uint8_t *expanded_key, const uint8_t *message,
                                    size_t expanded_key_bytes, size_t message_bytes)
{
    uint8_t nonce[MC_SHA512_BYTES], hash[MC_SHA512_BYTES], point[BYTES], solution[BYTES];
    const mc_status status = check_expanded(expanded_key, expanded_key_bytes);
    if (status != MC_OK) {
        memset(signature, 0, MC_SCHNORRQ_SIGNATURE_BYTES);
        return status;
    }
    schnorrq_hash(nonce, expanded_key + BYTES, NULL, message, message_bytes);
    schnorrq_encode_multiple(point, nonce);
    schnorrq_hash(hash, point, expanded_key + PUBLIC_KEY_AT, message, message_bytes);
    schnorrq_solve(solution, nonce, hash, expanded_key);
    memcpy(signature, point, BYTES);
    memcpy(signature + BYTES, solution, BYTES);
    mc_wipe(nonce, sizeof nonce);
    leave_nothing();
    return MC_OK;
}

static bool is_below_order(const mc_word *k)
{
    return (FOURQ_SCALAR_WORDS == EC_SCALAR_WORDS || !k[FOURQ_SCALAR_WORDS - 1]) && ORDER(mask_below)(k, &order);
}

mc_status mc_schnorrq_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                             size_t signature_bytes, size_t public_key_bytes, size_t message_bytes)
{
    uint8_t hash[MC_SHA512_BYTES];
    mc_word s[FOURQ_SCALAR_WORDS], h[FOURQ_SCALAR_WORDS];
    EC(fourq_affine) q;
    EC(fourq_point) p;
    if (signature_bytes != MC_SCHNORRQ_SIGNATURE_BYTES || public_key_bytes != BYTES)
        return MC_ERROR_LENGTH;
    mc_words_from_octets_little(s, FOURQ_SCALAR_WORDS, signature + BYTES, BYTES);
    if (!is_below_order(s))
        return MC_ERROR_SCALAR_RANGE;
    const mc_status status = EC(fourq_decode)(&q, public_key);
    if (status != MC_OK)
        return status;
    if (EC(fourq_mask_neutral)(&q))
        return MC_ERROR_INFINITY;
    schnorrq_hash(hash, signature, public_key, message, message_bytes);
    mc_words_from_octets_little(h, FOURQ_SCALAR_WORDS, hash, BYTES);
    EC(fourq_from_affine)(&p, &q);
    EC(fourq_multiply_double_var)(&p, s, h);
    EC(fourq_to_affine)(&q, &p);
    EC(fourq_encode)(hash, &q);
    return memcmp(hash, signature, BYTES) == 0 ? MC_OK : MC_ERROR_SIGNATURE;
}
