/* ECDSA: with flag 1 unset, the input is a raw signature, public key and digest. With it, the input is a private key,
 * a byte that chooses an item and its bit to change, and a digest: our signature of it must be valid for OpenSSL, and
 * both must judge the changed item alike. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/ecdsa.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "peer.h"

static int is_valid_for_openssl(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                size_t digest_bytes, const fuzz_input *input)
{
    int half = (int)mc_curve_scalar_bytes(input->curve), is_valid = 0;
    EC_POINT *point = peer_point(input->group, public_key, mc_curve_public_key_bytes(input->curve));
    if (point && public_key[0] == POINT_CONVERSION_UNCOMPRESSED && peer_in_subgroup(input->group, point)) {
        EC_KEY *key = peer_public_key(input->group, point);
        ECDSA_SIG *numbers = ECDSA_SIG_new();
        ECDSA_SIG_set0(numbers, BN_bin2bn(signature, half, NULL), BN_bin2bn(signature + half, half, NULL));
        is_valid = ECDSA_do_verify(digest, (int)digest_bytes, numbers, key) == 1;
        ECDSA_SIG_free(numbers);
        EC_KEY_free(key);
    }
    EC_POINT_free(point);
    return is_valid;
}

static int is_valid_for_us(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                           size_t digest_bytes, const mc_curve *curve)
{
    return mc_ecdsa_verify_digest(signature, public_key, digest, mc_curve_signature_bytes(curve),
                                  mc_curve_public_key_bytes(curve), digest_bytes, curve) == MC_OK;
}

static void compare(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest, size_t digest_bytes,
                    const fuzz_input *input)
{
    int ours = is_valid_for_us(signature, public_key, digest, digest_bytes, input->curve);
    int theirs = is_valid_for_openssl(signature, public_key, digest, digest_bytes, input);
    fuzz_require(ours == theirs, "OpenSSL accepts the same signatures", input->curve);
}

static void sign_and_change(fuzz_input *input)
{
    const mc_curve *curve = input->curve;
    size_t d_bytes = mc_curve_scalar_bytes(curve), key_bytes = mc_curve_public_key_bytes(curve);
    size_t bytes = mc_curve_signature_bytes(curve);
    const uint8_t *d = fuzz_take(input, d_bytes), *place = fuzz_take(input, 2);
    if (!d || !place || input->bytes == 0 || input->bytes > MC_MAX_DIGEST_BYTES)
        return;
    uint8_t *signature = fuzz_output(bytes), *public_key = fuzz_output(key_bytes);
    uint8_t *digest = fuzz_copy(input->octets, input->bytes);
    mc_status status = mc_ecdsa_sign_digest(signature, d, digest, d_bytes, input->bytes, curve);
    if (status != MC_OK) {
        fuzz_require(fuzz_is_zero(signature, bytes), "no signature is left of an error", curve);
        return;
    }
    fuzz_require(mc_public_key(public_key, d, d_bytes, curve) == MC_OK, "a key that signs has a public key", curve);
    fuzz_require(is_valid_for_us(signature, public_key, digest, input->bytes, curve), "own signatures are valid",
                 curve);
    compare(signature, public_key, digest, input->bytes, input);

    uint8_t *changed[] = {signature, public_key, digest};
    size_t sizes[] = {bytes, key_bytes, input->bytes};
    unsigned what = place[0] % 3;
    changed[what][place[1] % sizes[what]] ^= (uint8_t)(1 << place[0] / 3 % 8);
    compare(signature, public_key, digest, input->bytes, input);
}

void fuzz_one(fuzz_input *input)
{
    if (!input->group)
        return;
    if (input->flags & 1) {
        sign_and_change(input);
        return;
    }
    const uint8_t *signature = fuzz_take(input, mc_curve_signature_bytes(input->curve));
    const uint8_t *public_key = fuzz_take(input, mc_curve_public_key_bytes(input->curve));
    if (signature && public_key && input->bytes && input->bytes <= MC_MAX_DIGEST_BYTES)
        compare(signature, public_key, input->octets, input->bytes, input);
}
