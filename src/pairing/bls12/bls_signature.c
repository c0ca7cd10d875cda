/* Keys and signatures of motecurve/pairing/bls_signature.h; bls_verify.c has the rest. */
#include "pairing/bls12/bls_suites.h"

#include <string.h>

#include "motecurve/hmac.h"
#include "native/burn.h"

/* All are as long, so that motes need no strlen. */
#define DOMAIN_BYTES (sizeof domains[0] - 1)
static const char domains[][44] = {
    [MC_BLS_G2_NUL] = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
    [MC_BLS_G2_AUG] = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_",
    [MC_BLS_G2_POP] = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
    [MC_BLS_G1_NUL] = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
    [MC_BLS_G1_AUG] = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_",
    [MC_BLS_G1_POP] = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_",
};
static const char possession_domains[][sizeof domains[0]] = {
    [MC_BLS_G2_POP] = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
    [MC_BLS_G1_POP] = "BLS_POP_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_",
};

size_t mc_bls_public_key_bytes(mc_bls_suite suite)
{
    return !is_known(suite) ? 0 : signs_in_g2(suite) ? MC_BLS12_381_G1_BYTES : MC_BLS12_381_G2_BYTES;
}

size_t mc_bls_signature_bytes(mc_bls_suite suite)
{
    return !is_known(suite) ? 0 : signs_in_g2(suite) ? MC_BLS12_381_G2_BYTES : MC_BLS12_381_G1_BYTES;
}

/* The draft's KeyGen: the salt is hashed before each try. */
mc_status mc_bls_generate_key(uint8_t *private_key, const uint8_t *secret, const uint8_t *info, size_t secret_bytes,
                              size_t info_bytes)
{
    static const char first_salt[] = "BLS-SIG-KEYGEN-SALT-";
    enum { L = 48 };
    uint8_t salt[MC_SHA256_BYTES], key[MC_SHA256_BYTES], block[MC_SHA256_BYTES], material[2 * MC_SHA256_BYTES];
    const uint8_t zero = 0, length[2] = {0, L};
    mc_word k[BLS12_SCALAR_WORDS];
    mc_sha256_context hashed;
    mc_hmac_context mac;
    if (secret_bytes < 32) {
        mc_wipe(private_key, MC_BLS_PRIVATE_KEY_BYTES);
        return MC_ERROR_LENGTH;
    }
    mc_sha256_begin(&hashed);
    mc_sha256_feed(&hashed, (const uint8_t *)first_salt, sizeof first_salt - 1);
    mc_sha256_finish(salt, &hashed);
    for (;;) {
        mc_hmac_begin(&mac, &mc_sha256, salt, sizeof salt); /* HKDF-Extract of secret || 0 */
        mc_hmac_feed(&mac, secret, secret_bytes);
        mc_hmac_feed(&mac, &zero, 1);
        mc_hmac_finish(key, &mac);
        for (uint8_t number = 1; number <= 2; number++) { /* HKDF-Expand with info || length */
            mc_hmac_begin(&mac, &mc_sha256, key, sizeof key);
            mc_hmac_feed(&mac, block, number == 1 ? 0 : sizeof block);
            mc_hmac_feed(&mac, info, info_bytes);
            mc_hmac_feed(&mac, length, sizeof length);
            mc_hmac_feed(&mac, &number, 1);
            mc_hmac_finish(block, &mac);
            memcpy(material + (number - 1) * sizeof block, block, sizeof block);
        }
        bls12_scalar_mod(k, material, L);
        if (!ORDER(mask_zero)(k))
            break;
        mc_sha256_begin(&hashed);
        mc_sha256_feed(&hashed, salt, sizeof salt);
        mc_sha256_finish(salt, &hashed);
    }
    mc_words_to_octets(private_key, MC_BLS_PRIVATE_KEY_BYTES, k);
    mc_wipe(key, sizeof key);
    mc_wipe(block, sizeof block);
    mc_wipe(material, sizeof material);
    mc_wipe(k, sizeof k);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return MC_OK;
}

static mc_status read_private_key(mc_word *k, const uint8_t *private_key)
{
    const mc_status status = bls12_read_scalar(k, private_key);
    return status == MC_OK && ORDER(mask_zero)(k) ? MC_ERROR_SCALAR_ZERO : status;
}

/* The public key of k, not infinity. */
static void write_public_key(uint8_t *public_key, const mc_word *k, mc_bls_suite suite)
{
    g1_affine generator1;
    g2_affine generator2;
    g1_point p;
    g2_point q;
    if (signs_in_g2(suite)) {
        g1_set_generator(&generator1);
        g1_from_affine(&p, &generator1);
        g1_multiply(&p, k, &p);
        g1_encode(public_key, &p, 1);
        mc_wipe(&p, sizeof p);
    } else {
        g2_set_generator(&generator2);
        g2_from_affine(&q, &generator2);
        g2_multiply(&q, k, &q);
        g2_encode(public_key, &q, 1);
        mc_wipe(&q, sizeof q);
    }
}

mc_status mc_bls_public_key(uint8_t *public_key, const uint8_t *private_key, mc_bls_suite suite)
{
    mc_word k[BLS12_SCALAR_WORDS];
    const mc_status status = is_known(suite) ? read_private_key(k, private_key) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK)
        write_public_key(public_key, k, suite);
    else
        mc_wipe(public_key, mc_bls_public_key_bytes(suite));
    mc_wipe(k, sizeof k);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

/* k H(message). */
static mc_status write_signature(uint8_t *signature, const mc_word *k, const mc_message *message, mc_bls_suite suite)
{
    g1_point p;
    g2_point q;
    mc_status status;
    if (signs_in_g2(suite)) {
        status = g2_hash(&q, message, 1);
        g2_multiply(&q, k, &q);
        g2_encode(signature, &q, 1);
        mc_wipe(&q, sizeof q);
    } else {
        status = g1_hash(&p, message, 1);
        g1_multiply(&p, k, &p);
        g1_encode(signature, &p, 1);
        mc_wipe(&p, sizeof p);
    }
    return status;
}

mc_message bls_tagged(const uint8_t *message, size_t message_bytes, const uint8_t *public_key, mc_bls_suite suite)
{
    const size_t key_bytes = is_augmented(suite) ? mc_bls_public_key_bytes(suite) : 0;
    return (mc_message){
        {{public_key, key_bytes}, {message, message_bytes}}, (const uint8_t *)domains[suite], DOMAIN_BYTES};
}

mc_message bls_tagged_key(const uint8_t *public_key, mc_bls_suite suite)
{
    return (mc_message){
        {{public_key, mc_bls_public_key_bytes(suite)}}, (const uint8_t *)possession_domains[suite], DOMAIN_BYTES};
}

mc_status mc_bls_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message, size_t message_bytes,
                      mc_bls_suite suite)
{
    uint8_t public_key[MC_BLS12_381_G2_BYTES];
    mc_word k[BLS12_SCALAR_WORDS];
    mc_status status = is_known(suite) ? read_private_key(k, private_key) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK) {
        if (is_augmented(suite))
            write_public_key(public_key, k, suite);
        const mc_message all = bls_tagged(message, message_bytes, public_key, suite);
        status = write_signature(signature, k, &all, suite);
    }
    if (status != MC_OK)
        mc_wipe(signature, mc_bls_signature_bytes(suite));
    mc_wipe(k, sizeof k);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

mc_status mc_bls_prove_possession(uint8_t *proof, const uint8_t *private_key, mc_bls_suite suite)
{
    uint8_t public_key[MC_BLS12_381_G2_BYTES];
    mc_word k[BLS12_SCALAR_WORDS];
    const uint8_t is_supported = is_known(suite) && has_possession(suite);
    mc_status status = is_supported ? read_private_key(k, private_key) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK) {
        write_public_key(public_key, k, suite);
        const mc_message all = bls_tagged_key(public_key, suite);
        status = write_signature(proof, k, &all, suite);
    }
    if (status != MC_OK)
        mc_wipe(proof, mc_bls_signature_bytes(suite));
    mc_wipe(k, sizeof k);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}
