/* BLS signatures: the lowest three bits of the flags choose the suite, 6 and 7 are unknown ones. With flag 8 unset, the
 * input is a raw signature, public key and message, judged as two pairings of the message's hash judge it. With it, the
 * input is a private key, two bytes that choose an item and its bit to change, and a message: our signature is valid,
 * and no other bytes are. */
#include <string.h>

#include "fuzz.h"
#include "motecurve/pairing/bls_signature.h"
#include "pairing.h"

#define MESSAGE_BYTES_MAX 512

static int signs_in_g2(mc_bls_suite suite)
{
    return suite <= MC_BLS_G2_POP;
}

/* The equation of the draft's CoreVerify, over the functions of the groups. */
static int is_valid_by_pairings(const uint8_t *signature, const uint8_t *public_key, const fuzz_input *message,
                                mc_bls_suite suite)
{
    static const uint8_t one[MC_BLS12_381_SCALAR_BYTES] = {[31] = 1};
    static const char *const tags[] = {
        "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_", "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_AUG_",
        "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_", "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
        "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_AUG_", "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_"};
    size_t key_bytes = mc_bls_public_key_bytes(suite), bytes = mc_bls_signature_bytes(suite), length = 0;
    uint8_t text[96 + MESSAGE_BYTES_MAX], hash[96], base[96], points[2][192], is_one = 0;
    if (suite == MC_BLS_G2_AUG || suite == MC_BLS_G1_AUG) {
        memcpy(text, public_key, key_bytes);
        length = key_bytes;
    }
    memcpy(text + length, message->octets, message->bytes);
    length += message->bytes;
    /* The private key 1 has the generator as its public key. */
    int is_done = mc_bls12_381_hash(hash, text, (const uint8_t *)tags[suite], length, strlen(tags[suite]),
                                    signs_in_g2(suite) ? MC_BLS12_381_G2 : MC_BLS12_381_G1) == MC_OK &&
                  mc_bls_public_key(base, one, suite) == MC_OK;
    pairing_require(is_done, "every message has a hash");
    base[0] ^= 0x20; /* e(-base, signature) e(key, hash) = 1 */
    uint8_t *keys = points[!signs_in_g2(suite)], *others = points[signs_in_g2(suite)];
    memcpy(keys, base, key_bytes);
    memcpy(keys + key_bytes, public_key, key_bytes);
    memcpy(others, signature, bytes);
    memcpy(others + bytes, hash, bytes);
    return mc_bls12_381_pairing_is_one(&is_one, points[0], points[1], 2) == MC_OK && is_one;
}

static void judge(fuzz_input *input, mc_bls_suite suite)
{
    size_t bytes = mc_bls_signature_bytes(suite), key_bytes = mc_bls_public_key_bytes(suite);
    const uint8_t *signature = fuzz_take(input, bytes), *public_key = fuzz_take(input, key_bytes);
    if (!signature || !public_key || input->bytes > MESSAGE_BYTES_MAX)
        return;
    mc_status key_status = mc_bls_public_key_validate(public_key, key_bytes, suite);
    mc_status status = mc_bls_verify(signature, public_key, input->octets, bytes, key_bytes, input->bytes, suite);
    pairing_require(status != MC_OK || key_status == MC_OK, "a signature of a key that is none");
    int is_valid = key_status == MC_OK && is_valid_by_pairings(signature, public_key, input, suite);
    pairing_require(is_valid == (status == MC_OK), "pairings of the hash say the same");
}

static void sign_and_change(fuzz_input *input, mc_bls_suite suite)
{
    size_t bytes = mc_bls_signature_bytes(suite), key_bytes = mc_bls_public_key_bytes(suite);
    const uint8_t *private_key = fuzz_take(input, MC_BLS_PRIVATE_KEY_BYTES), *place = fuzz_take(input, 2);
    if (!private_key || !place)
        return;
    uint8_t *signature = fuzz_output(bytes), *public_key = fuzz_output(key_bytes);
    mc_status status = mc_bls_sign(signature, private_key, input->octets, input->bytes, suite);
    pairing_require(mc_bls_public_key(public_key, private_key, suite) == status, "one status of a private key");
    if (status != MC_OK) {
        pairing_require(status == MC_ERROR_SCALAR_ZERO || status == MC_ERROR_SCALAR_RANGE, "a private key's errors");
        pairing_require(fuzz_is_zero(signature, bytes) && fuzz_is_zero(public_key, key_bytes), "nothing is left");
        return;
    }
    status = mc_bls_verify(signature, public_key, input->octets, bytes, key_bytes, input->bytes, suite);
    pairing_require(status == MC_OK, "what we sign is valid");
    uint8_t *changed = place[0] & 8 ? signature : public_key;
    changed[place[1] % (place[0] & 8 ? bytes : key_bytes)] ^= (uint8_t)(1 << (place[0] & 7));
    status = mc_bls_verify(signature, public_key, input->octets, bytes, key_bytes, input->bytes, suite);
    pairing_require(status != MC_OK, "what was changed is not valid");
}

void fuzz_one(fuzz_input *input)
{
    mc_bls_suite suite = (mc_bls_suite)(input->flags & 7);
    if (!mc_bls_signature_bytes(suite)) {
        uint8_t *signature = fuzz_output(96);
        mc_status status = mc_bls_sign(signature, (const uint8_t[32]){1}, input->octets, input->bytes, suite);
        pairing_require(status == MC_ERROR_UNSUPPORTED, "an unknown suite");
        return;
    }
    if (input->flags & 8)
        sign_and_change(input, suite);
    else
        judge(input, suite);
}
