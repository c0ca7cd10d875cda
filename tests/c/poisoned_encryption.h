/* What poisoned_secrets.c calls by its public name: ciphers, derivations, encryption for a key, agreement by a
 * password. It includes this after its own helpers. */
#ifndef MC_TESTS_POISONED_ENCRYPTION_H
#define MC_TESTS_POISONED_ENCRYPTION_H

#include "motecurve/aes.h"
#include "motecurve/aes_ccm.h"
#include "motecurve/aes_gcm.h"
#include "motecurve/chacha20_poly1305.h"
#include "motecurve/ecies.h"
#include "motecurve/elgamal.h"
#include "motecurve/hpke.h"
#include "motecurve/kdf.h"
#include "motecurve/spake2plus.h"

/* A message encrypted and decrypted with keys of every size, in counter mode and with a tag. */
static void check_aes(void)
{
    uint8_t key[32], counter[MC_AES_BLOCK_BYTES] = {0}, message[100], result[100], sealed[116];
    for (size_t bytes = 16; bytes <= sizeof key; bytes += 8) {
        fill(key, bytes);
        fill(message, sizeof message);
        memcpy(result, message, sizeof message);
        poison(key, bytes);
        poison(result, sizeof result);
        for (unsigned i = 0; i < 2; i++, memset(counter, 0, sizeof counter))
            expect("aes_ctr", mc_aes_ctr(result, counter, result, key, sizeof result, bytes) == MC_OK);
        expect("aes_ccm", mc_aes_ccm_encrypt(sealed, key, counter, result, NULL, bytes, 13, 100, 0, 16) == MC_OK);
        expect("aes_ccm", mc_aes_ccm_decrypt(result, key, counter, sealed, NULL, bytes, 13, 116, 0, 16) == MC_OK);
        reveal(result, sizeof result);
        expect("aes", memcmp(result, message, sizeof message) == 0);
    }
}

/* Keys derived from secrets; equality, where only the answer is public. */
static void check_derivation(void)
{
    uint8_t secret[100], key[2][150], shake[2][32];
    mc_shake256_context context;
    fill(secret, sizeof secret);
    poison(secret, sizeof secret);
    for (unsigned i = 0; i < 2; i++) {
        expect("kdf_x963", mc_kdf_x963(key[i], 100, &mc_sha256, secret, sizeof secret, NULL, 0) == MC_OK);
        expect("hkdf", mc_hkdf(key[i] + 100, 50, &mc_sha512, secret, 10, secret, sizeof secret, NULL, 0) == MC_OK);
        mc_shake256_begin(&context);
        mc_shake256_feed(&context, secret, sizeof secret);
        mc_shake256_squeeze(shake[i], sizeof shake[i], &context);
        mc_shake256_finish(&context);
    }
    uint8_t equal = mc_octets_equal(key[0], key[1], sizeof key[0]);
    reveal(&equal, sizeof equal);
    expect("octets_equal", equal == 1);
    reveal(shake, sizeof shake);
    expect("shake256", memcmp(shake[0], shake[1], sizeof shake[0]) == 0);
}

#define MESSAGE_BYTES 100

typedef struct {
    uint8_t d[MC_MAX_SCALAR_BYTES], q[MC_MAX_PUBLIC_KEY_BYTES], open[MESSAGE_BYTES], message[MESSAGE_BYTES];
    uint8_t ciphertext[2 * MC_MAX_PUBLIC_KEY_BYTES + MESSAGE_BYTES + MC_HASH_MAX_DIGEST_BYTES];
} correspondence;

static void check_ecies(const char *name, correspondence *own, const mc_ecies_options *options, const mc_curve *curve)
{
    const size_t key_bytes = mc_curve_public_key_bytes(curve), bytes = mc_ecies_overhead_bytes(options, curve);
    unsigned calls = 0;
    mc_status status =
        mc_ecies_encrypt(own->ciphertext, own->q, own->message, key_bytes, MESSAGE_BYTES, options, draw, &calls, curve);
    reveal(own->ciphertext, sizeof own->ciphertext);
    if (status == MC_OK)
        status = mc_ecies_decrypt(own->message, own->d, own->ciphertext, mc_curve_scalar_bytes(curve),
                                  bytes + MESSAGE_BYTES, options, curve);
    reveal(own->message, MESSAGE_BYTES);
    expect(name, status == MC_OK && memcmp(own->message, own->open, MESSAGE_BYTES) == 0);
    poison(own->message, MESSAGE_BYTES);
}

/* Points without a message: embedding takes variable time, as documented. */
static void check_elgamal(correspondence *own, const mc_curve *curve)
{
    const size_t key_bytes = mc_curve_public_key_bytes(curve), scalar_bytes = mc_curve_scalar_bytes(curve);
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    unsigned calls = 0;
    mc_status status = mc_elgamal_hashed_encrypt(own->ciphertext, own->q, own->message, key_bytes, MESSAGE_BYTES,
                                                 &mc_sha256, draw, &calls, curve);
    reveal(own->ciphertext, sizeof own->ciphertext);
    if (status == MC_OK)
        status = mc_elgamal_hashed_decrypt(own->message, own->d, own->ciphertext, scalar_bytes,
                                           key_bytes + MESSAGE_BYTES, &mc_sha256, curve);
    reveal(own->message, MESSAGE_BYTES);
    expect("elgamal_hashed", status == MC_OK && memcmp(own->message, own->open, MESSAGE_BYTES) == 0);
    calls = 0;
    status = mc_elgamal_encrypt_point(own->ciphertext, own->q, own->q, key_bytes, key_bytes, draw, &calls, curve);
    if (status == MC_ERROR_UNSUPPORTED) /* a Montgomery curve */
        return;
    reveal(own->ciphertext, sizeof own->ciphertext);
    if (status == MC_OK)
        status = mc_elgamal_decrypt_point(point, own->d, own->ciphertext, scalar_bytes, 2 * key_bytes, curve);
    reveal(point, sizeof point);
    expect("elgamal_point", status == MC_OK && memcmp(point, own->q, key_bytes) == 0);
}

static void check_encryption(const mc_curve *curve)
{
    mc_ecies_options options = MC_ECIES_DEFAULTS;
    correspondence own;
    unsigned calls = 0;
    /* Every tenth private key of a tiny Montgomery curve is a multiple of the order and has no public key. */
    if (mc_ecies_overhead_bytes(&options, curve) == 0 || strncmp(mc_curve_name(curve), "tiny7m", 6) == 0)
        return;
    expect("key_generate", mc_key_generate(own.d, own.q, draw, &calls, curve) == MC_OK);
    reveal(own.q, sizeof own.q);
    fill(own.open, MESSAGE_BYTES);
    memcpy(own.message, own.open, MESSAGE_BYTES);
    poison(own.message, MESSAGE_BYTES);
    check_ecies("ecies, AES", &own, &options, curve);
    options.kdf = &mc_ecies_hkdf;
    options.cipher = &mc_ecies_xor;
    options.agree = mc_ecdh_cofactor;
    check_ecies("ecies, XOR", &own, &options, curve);
    check_elgamal(&own, curve);
}

/* A secret message with a secret key and data, there and back. */
static void check_aeads(void)
{
    uint8_t key[32], nonce[12] = {0}, message[100], sealed[116], result[100];
    fill(key, sizeof key);
    fill(message, sizeof message);
    memcpy(result, message, sizeof message);
    poison(key, sizeof key);
    poison(result, sizeof result);
    expect("chacha20_poly1305",
           mc_chacha20_poly1305_encrypt(sealed, key, nonce, result, nonce, 32, 12, 100, 9) == MC_OK);
    expect("chacha20_poly1305",
           mc_chacha20_poly1305_decrypt(result, key, nonce, sealed, nonce, 32, 12, 116, 9) == MC_OK);
    expect("aes_gcm", mc_aes_gcm_encrypt(sealed, key, nonce, result, nonce, 32, 12, 100, 9) == MC_OK);
    expect("aes_gcm", mc_aes_gcm_decrypt(result, key, nonce, sealed, nonce, 32, 12, 116, 9) == MC_OK);
    reveal(result, sizeof result);
    expect("aeads", memcmp(result, message, sizeof message) == 0);
}

/* The mode with all keys, whose pre-shared key is secret, too; a derived key pair is the receiver's. */
static void check_hpke(const mc_curve *curve)
{
    const size_t d_bytes = mc_curve_scalar_bytes(curve), q_bytes = mc_curve_public_key_bytes(curve);
    uint8_t d[2][MC_MAX_SCALAR_BYTES], q[2][MC_MAX_PUBLIC_KEY_BYTES], enc[MC_MAX_PUBLIC_KEY_BYTES], psk[100], text[116];
    const mc_hpke_options options = {&mc_sha256, &mc_hpke_aes128_gcm, MC_HPKE_AUTH_PSK, psk, (const uint8_t *)"id", 100,
                                     2};
    mc_hpke_sender sender;
    mc_hpke_receiver receiver;
    unsigned calls = 0;
    fill(psk, sizeof psk);
    memset(text, 7, sizeof text);
    poison(psk, sizeof psk);
    poison(text, sizeof text);
    if (mc_hpke_derive_key_pair(d[0], q[0], psk, sizeof psk, curve) == MC_ERROR_UNSUPPORTED)
        return;
    mc_status status = mc_key_generate(d[1], q[1], draw, &calls, curve);
    reveal(q, sizeof q);
    calls = 0;
    if (status == MC_OK)
        status =
            mc_hpke_sender_begin(&sender, enc, q[0], d[1], NULL, q_bytes, d_bytes, 0, &options, draw, &calls, curve);
    reveal(enc, sizeof enc);
    if (status == MC_OK)
        status =
            mc_hpke_receiver_begin(&receiver, d[0], enc, q[1], NULL, d_bytes, q_bytes, q_bytes, 0, &options, curve);
    if (status == MC_OK)
        status = mc_hpke_seal(text, &sender, text, NULL, 100, 0);
    if (status == MC_OK)
        status = mc_hpke_open(text, &receiver, text, NULL, 116, 0);
    if (status == MC_OK)
        status = mc_hpke_export(psk, 32, &receiver.context, NULL, 0);
    reveal(text, 1);
    expect("hpke", status == MC_OK && text[0] == 7);
}

/* Seed, numbers and states are secret; shares and confirmations go over the air. */
static void check_spake2plus(const mc_curve *curve)
{
    const size_t w_bytes = mc_curve_scalar_bytes(curve), q_bytes = mc_curve_public_key_bytes(curve);
    const mc_spake2plus_names names = {0};
    uint8_t seed[200], w0[MC_MAX_SCALAR_BYTES], w1[MC_MAX_SCALAR_BYTES], record[MC_MAX_PUBLIC_KEY_BYTES], tags[2][32];
    uint8_t shares[2][MC_MAX_PUBLIC_KEY_BYTES], keys[2][32];
    mc_spake2plus_prover prover;
    mc_spake2plus_verifier verifier;
    unsigned calls = 0;
    fill(seed, sizeof seed);
    poison(seed, sizeof seed);
    if (mc_spake2plus_scalars(w0, w1, seed, sizeof seed, curve) == MC_ERROR_UNSUPPORTED)
        return;
    mc_status status = mc_spake2plus_record(w0, record, seed, sizeof seed, curve);
    reveal(record, sizeof record);
    if (status == MC_OK)
        status = mc_spake2plus_prover_begin(&prover, shares[0], w0, w1, w_bytes, w_bytes, draw, &calls, curve);
    reveal(shares[0], q_bytes);
    calls = 0;
    if (status == MC_OK)
        status = mc_spake2plus_verifier_respond(&verifier, shares[1], tags[1], shares[0], w0, record, q_bytes, w_bytes,
                                                q_bytes, &names, &mc_sha256, draw, &calls, curve);
    reveal(shares[1], q_bytes);
    reveal(tags[1], sizeof tags[1]);
    if (status == MC_OK)
        status = mc_spake2plus_prover_finish(keys[0], tags[0], &prover, shares[1], tags[1], q_bytes, 32, &names,
                                             &mc_sha256, curve);
    reveal(tags[0], sizeof tags[0]);
    if (status == MC_OK)
        status = mc_spake2plus_verifier_finish(keys[1], &verifier, tags[0], 32, &mc_sha256);
    reveal(keys, sizeof keys);
    expect("spake2plus", status == MC_OK && memcmp(keys[0], keys[1], 32) == 0);
}

#endif
