/* EdDSA: with flag 2 on Ed448, else Ed25519. With flag 1 unset, the input is a raw signature, public key and message.
 * With it, the input is a private key, two bytes that choose an item and its bit to change, and a message: our
 * signature of it must equal OpenSSL's, and both must judge the changed item alike.
 *
 * OpenSSL accepts more: encodings of y beyond the prime, keys of small order and, on Ed448, where it multiplies the
 * equation by the cofactor, more signatures of such keys. */
#include "motecurve/eddsa.h"

#include <openssl/evp.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/key.h"

static int is_valid_for_openssl(const uint8_t *signature, const uint8_t *public_key, const fuzz_input *message,
                                const mc_curve *curve, int type)
{
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key(type, NULL, public_key, mc_curve_public_key_bytes(curve));
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int is_valid =
        key && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
        EVP_DigestVerify(context, signature, mc_curve_signature_bytes(curve), message->octets, message->bytes) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return is_valid;
}

static void compare(const uint8_t *signature, const uint8_t *public_key, const fuzz_input *message,
                    const mc_curve *curve, int type)
{
    mc_status status = mc_eddsa_verify(signature, public_key, message->octets, mc_curve_signature_bytes(curve),
                                       mc_curve_public_key_bytes(curve), message->bytes, curve);
    int theirs = is_valid_for_openssl(signature, public_key, message, curve, type);
    fuzz_require(status != MC_OK || theirs, "valid signatures are valid for OpenSSL", curve);
    int is_stricter = status == MC_ERROR_COORDINATE_RANGE || status == MC_ERROR_SUBGROUP ||
                      status == MC_ERROR_INFINITY || status == MC_ERROR_Y_BIT;
    fuzz_require(status == MC_OK || !theirs || is_stricter, "what OpenSSL accepts is valid", curve);
}

static void compare_signing(const uint8_t *ours, const uint8_t *private_key, const fuzz_input *message,
                            const mc_curve *curve, int type)
{
    size_t bytes = mc_curve_signature_bytes(curve);
    uint8_t *theirs = fuzz_output(bytes);
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, private_key, mc_curve_scalar_bytes(curve));
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int done = EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
               EVP_DigestSign(context, theirs, &bytes, message->octets, message->bytes) == 1;
    fuzz_require(done && !memcmp(ours, theirs, bytes), "OpenSSL's signature", curve);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
}

static void sign_and_change(fuzz_input *input, const mc_curve *curve, int type)
{
    size_t d_bytes = mc_curve_scalar_bytes(curve), key_bytes = mc_curve_public_key_bytes(curve);
    size_t bytes = mc_curve_signature_bytes(curve);
    const uint8_t *d = fuzz_take(input, d_bytes), *place = fuzz_take(input, 2);
    if (!d || !place)
        return;
    uint8_t *signature = fuzz_output(bytes), *public_key = fuzz_output(key_bytes);
    mc_status status = mc_eddsa_sign(signature, d, input->octets, d_bytes, input->bytes, curve);
    fuzz_require(status == MC_OK, "every private key signs", curve);
    fuzz_require(mc_public_key(public_key, d, d_bytes, curve) == MC_OK, "every private key has a public one", curve);
    compare_signing(signature, d, input, curve, type);
    compare(signature, public_key, input, curve, type);
    uint8_t *changed = place[0] & 8 ? signature : public_key;
    changed[place[1] % (place[0] & 8 ? bytes : key_bytes)] ^= (uint8_t)(1 << (place[0] & 7));
    compare(signature, public_key, input, curve, type);
}

void fuzz_one(fuzz_input *input)
{
    const mc_curve *curve = mc_curve_find(input->flags & 2 ? "Ed448" : "Ed25519");
    int type = input->flags & 2 ? EVP_PKEY_ED448 : EVP_PKEY_ED25519;
    if (input->flags & 1) {
        sign_and_change(input, curve, type);
        return;
    }
    const uint8_t *signature = fuzz_take(input, mc_curve_signature_bytes(curve));
    const uint8_t *public_key = fuzz_take(input, mc_curve_public_key_bytes(curve));
    if (signature && public_key)
        compare(signature, public_key, input, curve, type);
}
