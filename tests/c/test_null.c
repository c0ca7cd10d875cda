/* Null where the length is 0, and null for a curve, a hash or a source of random bytes: each call gives its status,
 * and the sanitizers watch that it does not read, write or jump there. fields: none */
#include <stdio.h>
#include <string.h>

#include "motecurve/aes.h"
#include "motecurve/aes_ccm.h"
#include "motecurve/aes_gcm.h"
#include "motecurve/batch.h"
#include "motecurve/chacha20_poly1305.h"
#include "motecurve/ecies.h"
#include "motecurve/ecqv.h"
#include "motecurve/eddsa.h"
#include "motecurve/elgamal.h"
#include "motecurve/hmac.h"
#include "motecurve/hpke.h"
#include "motecurve/kdf.h"
#include "motecurve/key.h"
#include "motecurve/key_file.h"
#include "motecurve/ecdsa.h"
#include "motecurve/point.h"
#include "motecurve/schnorr.h"
#include "motecurve/spake2plus.h"

static int failures;

static void expect(int line, mc_status found, mc_status expected)
{
    if (found == expected)
        return;
    printf("line %d: status %d, not %d\n", line, found, expected);
    failures++;
}
#define EXPECT(call, status) expect(__LINE__, call, status)

static int random_octets(void *context, uint8_t *out, size_t bytes)
{
    uint8_t *state = context;
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(*state = (uint8_t)(*state * 5 + 1));
    out[0] = 0;
    return 0;
}

static uint8_t d[MC_MAX_SCALAR_BYTES], q[MC_MAX_PUBLIC_KEY_BYTES], out[1024], more[1024], state;

static void of_no_curve(void)
{
    uint8_t counter[MC_AES_BLOCK_BYTES] = {0}, key[16] = {0};
    EXPECT(mc_aes_ctr(NULL, counter, NULL, key, 0, sizeof key), MC_OK);
    EXPECT(mc_aes_ctr(NULL, counter, NULL, NULL, 0, 0), MC_ERROR_LENGTH);
    EXPECT(mc_aes_ccm_encrypt(out, key, key, NULL, NULL, sizeof key, 13, 0, 0, 8), MC_OK);
    EXPECT(mc_aes_ccm_decrypt(NULL, key, key, out, NULL, sizeof key, 13, 8, 0, 8), MC_OK);
    EXPECT(mc_aes_ccm_decrypt(NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 8), MC_ERROR_LENGTH);
    EXPECT(mc_aes_gcm_encrypt(out, key, key, NULL, NULL, sizeof key, 12, 0, 0), MC_OK);
    EXPECT(mc_aes_gcm_decrypt(NULL, key, key, out, NULL, sizeof key, 12, 16, 0), MC_OK);
    EXPECT(mc_aes_gcm_decrypt(NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0), MC_ERROR_LENGTH);
    EXPECT(mc_chacha20_poly1305_encrypt(out, more, key, NULL, NULL, 32, 12, 0, 0), MC_OK);
    EXPECT(mc_chacha20_poly1305_decrypt(NULL, more, key, out, NULL, 32, 12, 16, 0), MC_OK);
    EXPECT(mc_chacha20_poly1305_decrypt(NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0), MC_ERROR_LENGTH);
    EXPECT(mc_kdf_x963(NULL, 0, &mc_sha256, NULL, 0, NULL, 0), MC_OK);
    EXPECT(mc_kdf_x963(out, 40, &mc_sha256, NULL, 0, NULL, 0), MC_OK);
    EXPECT(mc_kdf_x963(out, 40, NULL, NULL, 0, NULL, 0), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_hkdf(NULL, 0, &mc_sha256, NULL, 0, NULL, 0, NULL, 0), MC_OK);
    EXPECT(mc_hkdf(out, 40, &mc_sha256, NULL, 0, NULL, 0, NULL, 0), MC_OK);
    EXPECT(mc_hkdf(out, 40, NULL, NULL, 0, NULL, 0, NULL, 0), MC_ERROR_UNSUPPORTED);
    mc_hmac_context hmac;
    mc_hmac_begin(&hmac, &mc_sha256, NULL, 0);
    mc_hmac_feed(&hmac, NULL, 0);
    mc_hmac_finish(out, &hmac);
    if (mc_hash_digest_bytes(NULL) || mc_hash_find(NULL) || mc_curve_find(NULL) || mc_curve_name(NULL) ||
        mc_curve_field_bytes(NULL) || mc_curve_signature_bytes(NULL))
        failures++;
}

static void of_curve(const mc_curve *curve)
{
    const size_t d_bytes = mc_curve_scalar_bytes(curve), q_bytes = mc_curve_public_key_bytes(curve);
    const mc_ecies_options options = MC_ECIES_DEFAULTS;
    size_t bytes;
    memset(d, 0, sizeof d);
    d[d_bytes - 1] = 5;
    EXPECT(mc_public_key(q, d, d_bytes, curve), MC_OK);
    EXPECT(mc_ecdsa_sign_message(out, d, NULL, d_bytes, 0, curve), MC_OK);
    EXPECT(mc_ecdsa_signature_from_der(out, NULL, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_schnorr_sign(out, d, NULL, d_bytes, 0, MC_SCHNORR_SDSA, &mc_sha256, curve), MC_OK);
    EXPECT(mc_schnorr_sign(out, d, NULL, d_bytes, 0, MC_SCHNORR_SDSA, NULL, curve), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_elgamal_embed(out, NULL, 0, curve), MC_OK);
    EXPECT(mc_elgamal_encrypt(out, q, NULL, q_bytes, 0, random_octets, &state, curve), MC_OK);
    EXPECT(mc_elgamal_decrypt(more, &bytes, d, out, d_bytes, 2 * q_bytes, curve), MC_OK);
    EXPECT(mc_elgamal_hashed_encrypt(out, q, NULL, q_bytes, 0, &mc_sha256, random_octets, &state, curve), MC_OK);
    EXPECT(mc_elgamal_hashed_decrypt(NULL, d, out, d_bytes, q_bytes, &mc_sha256, curve), MC_OK);
    EXPECT(mc_elgamal_hashed_decrypt(NULL, NULL, out, 0, q_bytes, &mc_sha256, curve), MC_ERROR_LENGTH);
    EXPECT(mc_elgamal_hashed_encrypt(out, q, NULL, q_bytes, 0, NULL, random_octets, &state, curve),
           MC_ERROR_UNSUPPORTED);
    EXPECT(mc_elgamal_hashed_decrypt(NULL, d, out, d_bytes, q_bytes, NULL, curve), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_ecies_encrypt(out, q, NULL, q_bytes, 0, &options, random_octets, &state, curve), MC_OK);
    EXPECT(mc_ecies_decrypt(NULL, d, out, d_bytes, mc_ecies_overhead_bytes(&options, curve), &options, curve), MC_OK);
    EXPECT(mc_ecies_decrypt(NULL, NULL, out, 0, mc_ecies_overhead_bytes(&options, curve), &options, curve),
           MC_ERROR_LENGTH);
    EXPECT(mc_ecqv_issue(out, more, d, q, NULL, d_bytes, q_bytes, 0, &mc_sha256, random_octets, &state, curve), MC_OK);
    EXPECT(mc_ecqv_public_key(out, NULL, q, 0, q_bytes, &mc_sha256, curve), MC_ERROR_LENGTH);
    EXPECT(mc_public_key_validate(NULL, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_point_decode(out, NULL, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_ecdsa_verify_batch(NULL, out, NULL, 0, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_eddsa_verify_batch(NULL, out, NULL, 0, 0, NULL, NULL, curve), MC_ERROR_UNSUPPORTED);
}

/* Contexts of zeros, options and names that are null, messages and infos without bytes. */
static void of_hpke(const mc_curve *curve)
{
    const size_t d_bytes = mc_curve_scalar_bytes(curve), q_bytes = mc_curve_public_key_bytes(curve);
    const mc_hpke_options options = MC_HPKE_DEFAULTS;
    mc_hpke_sender sender;
    mc_hpke_receiver receiver;
    memset(d, 0, sizeof d);
    d[d_bytes - 1] = 5;
    EXPECT(mc_public_key(q, d, d_bytes, curve), MC_OK);
    EXPECT(mc_hpke_derive_key_pair(out, more, NULL, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_hpke_derive_key_pair(out, more, d, sizeof d, NULL), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_hpke_sender_begin(&sender, out, q, NULL, NULL, q_bytes, 0, 0, NULL, random_octets, &state, curve),
           MC_ERROR_UNSUPPORTED);
    EXPECT(mc_hpke_seal(out, &sender, NULL, NULL, 0, 0), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_hpke_export(NULL, 0, &sender.context, NULL, 0), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_hpke_sender_begin(&sender, out, q, NULL, NULL, q_bytes, 0, 0, &options, NULL, NULL, curve),
           MC_ERROR_RANDOM);
    EXPECT(mc_hpke_sender_begin(&sender, more, NULL, NULL, NULL, 0, 0, 0, &options, random_octets, &state, curve),
           MC_ERROR_LENGTH);
    EXPECT(mc_hpke_sender_begin(&sender, more, q, NULL, NULL, q_bytes, 0, 0, &options, random_octets, &state, curve),
           MC_OK);
    EXPECT(mc_hpke_receiver_begin(&receiver, d, NULL, NULL, NULL, d_bytes, 0, 0, 0, &options, curve), MC_ERROR_LENGTH);
    EXPECT(mc_hpke_open(NULL, &receiver, NULL, NULL, 0, 0), MC_ERROR_LENGTH);
    EXPECT(mc_hpke_receiver_begin(&receiver, d, more, NULL, NULL, d_bytes, q_bytes, 0, 0, &options, curve), MC_OK);
    EXPECT(mc_hpke_seal(out, &sender, NULL, NULL, 0, 0), MC_OK);
    EXPECT(mc_hpke_open(NULL, &receiver, out, NULL, MC_HPKE_TAG_BYTES, 0), MC_OK);
    EXPECT(mc_hpke_export(NULL, 0, &receiver.context, NULL, 0), MC_OK);
}

static void of_spake2plus(const mc_curve *curve)
{
    const size_t d_bytes = mc_curve_scalar_bytes(curve), q_bytes = mc_curve_public_key_bytes(curve);
    const mc_spake2plus_names names = {0};
    uint8_t *tag = more + 256;
    mc_spake2plus_prover prover;
    mc_spake2plus_verifier verifier;
    memset(d, 0, sizeof d);
    d[d_bytes - 1] = 5;
    EXPECT(mc_public_key(q, d, d_bytes, curve), MC_OK);
    EXPECT(mc_spake2plus_scalars(out, more, NULL, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_spake2plus_record(out, more, NULL, 0, curve), MC_ERROR_LENGTH);
    EXPECT(mc_spake2plus_prover_begin(&prover, out, d, d, d_bytes, d_bytes, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_spake2plus_prover_begin(&prover, out, NULL, NULL, 0, 0, random_octets, &state, curve), MC_ERROR_LENGTH);
    EXPECT(mc_spake2plus_prover_begin(&prover, out, d, d, d_bytes, d_bytes, random_octets, &state, curve), MC_OK);
    for (unsigned i = 0; i < 3; i++)
        EXPECT(mc_spake2plus_verifier_respond(&verifier, more, tag, out, d, q, q_bytes, d_bytes, q_bytes,
                                              i == 0 ? NULL : &names, i == 1 ? NULL : &mc_sha256, random_octets, &state,
                                              curve),
               i == 2 ? MC_OK : MC_ERROR_UNSUPPORTED);
    EXPECT(mc_spake2plus_prover_finish(out, tag, &prover, NULL, NULL, 0, 0, &names, &mc_sha256, curve),
           MC_ERROR_LENGTH);
    EXPECT(mc_spake2plus_prover_finish(out, tag, &prover, more, NULL, q_bytes, 0, NULL, &mc_sha256, curve),
           MC_ERROR_UNSUPPORTED);
    EXPECT(mc_spake2plus_verifier_finish(out, &verifier, NULL, 0, &mc_sha256), MC_ERROR_MAC);
    EXPECT(mc_spake2plus_verifier_finish(out, &verifier, NULL, 0, NULL), MC_ERROR_UNSUPPORTED);
}

/* A null source is one that fails. */
static void without_source(const mc_curve *curve)
{
    const size_t d_bytes = mc_curve_scalar_bytes(curve), q_bytes = mc_curve_public_key_bytes(curve);
    const mc_ecies_options options = MC_ECIES_DEFAULTS;
    const uint8_t digest[MC_SHA256_BYTES] = {1}, message[4] = {2};
    memset(d, 0, sizeof d);
    d[d_bytes - 1] = 5;
    EXPECT(mc_public_key(q, d, d_bytes, curve), MC_OK);
    EXPECT(mc_key_generate(out, more, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_ecdsa_sign_digest_hedged(out, d, digest, d_bytes, sizeof digest, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_ecdsa_sign_digest_random(out, d, digest, d_bytes, sizeof digest, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_ecdsa_sign_digest_hedged_checked(out, d, q, digest, d_bytes, q_bytes, sizeof digest, NULL, NULL, curve),
           MC_ERROR_RANDOM);
    EXPECT(mc_schnorr_sign_random(out, d, message, d_bytes, sizeof message, MC_SCHNORR_SDSA, &mc_sha256, NULL, NULL,
                                  curve),
           MC_ERROR_RANDOM);
    EXPECT(mc_elgamal_encrypt(out, q, message, q_bytes, 1, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_elgamal_hashed_encrypt(out, q, message, q_bytes, 4, &mc_sha256, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_ecies_encrypt(out, q, message, q_bytes, 4, &options, NULL, NULL, curve), MC_ERROR_RANDOM);
    EXPECT(mc_ecqv_issue(out, more, d, q, NULL, d_bytes, q_bytes, 0, &mc_sha256, NULL, NULL, curve), MC_ERROR_RANDOM);
}

static void of_key_files(void)
{
    const mc_curve *found;
    size_t bytes;
    EXPECT(mc_public_key_from_der(q, &found, NULL, 0), MC_ERROR_LENGTH);
    EXPECT(mc_public_key_from_pem(q, &found, NULL, 0), MC_ERROR_PEM);
    EXPECT(mc_certificate_public_key_from_der(q, &found, NULL, 0), MC_ERROR_LENGTH);
    EXPECT(mc_certificate_public_key_from_pem(q, &found, NULL, 0), MC_ERROR_PEM);
    EXPECT(mc_private_key_from_der(d, &found, NULL, 0), MC_ERROR_LENGTH);
    EXPECT(mc_private_key_from_pem(d, &found, NULL, 0), MC_ERROR_PEM);
    EXPECT(mc_public_key_to_der(NULL, &bytes, NULL, 0, NULL), MC_ERROR_UNSUPPORTED);
    EXPECT(mc_private_key_to_der(NULL, &bytes, NULL, 0, NULL), MC_ERROR_UNSUPPORTED);
}

static void of_eddsa(const mc_curve *curve)
{
    const size_t d_bytes = mc_curve_scalar_bytes(curve), bytes = mc_curve_signature_bytes(curve);
    EXPECT(mc_public_key(q, d, d_bytes, curve), MC_OK);
    EXPECT(mc_eddsa_sign_context(out, d, NULL, NULL, d_bytes, 0, 0, curve), MC_OK);
    EXPECT(mc_eddsa_verify_context(out, q, NULL, NULL, bytes, mc_curve_public_key_bytes(curve), 0, 0, curve), MC_OK);
}

int main(void)
{
    const mc_curve *prime = mc_curve_find("secp256r1"), *binary = mc_curve_find("sect163k1");
    const mc_curve *edwards = mc_curve_find("Ed25519");
    of_no_curve();
    of_key_files();
    if (prime) {
        of_curve(prime);
        without_source(prime);
        of_hpke(prime);
        of_spake2plus(prime);
    }
    if (binary) {
        of_curve(binary);
        without_source(binary);
    }
    if (edwards)
        of_eddsa(edwards);
    return failures != 0;
}
