/* ECDH: a private key, then the peer's key, which with flag 1 is the point of a compressed encoding. Plain or, with
 * flag 2, multiplied by the cofactor. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "motecurve/ecdh.h"

#include <openssl/ecdh.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/point.h"
#include "peer.h"

static void compare(const uint8_t *secret, const uint8_t *d, const EC_POINT *peer, int cofactor,
                    const fuzz_input *input)
{
    size_t bytes = mc_curve_field_bytes(input->curve);
    uint8_t *theirs = fuzz_output(bytes);
    EC_KEY *key = EC_KEY_new();
    BIGNUM *number = BN_bin2bn(d, (int)mc_curve_scalar_bytes(input->curve), NULL);
    EC_KEY_set_group(key, input->group);
    EC_KEY_set_private_key(key, number);
    if (cofactor)
        EC_KEY_set_flags(key, EC_FLAG_COFACTOR_ECDH);
    int count = ECDH_compute_key(theirs, bytes, peer, key, NULL);
    fuzz_require(count >= 0 && (size_t)count == bytes && !memcmp(secret, theirs, bytes), "OpenSSL's secret",
                 input->curve);
    BN_free(number);
    EC_KEY_free(key);
}

void fuzz_one(fuzz_input *input)
{
    const mc_curve *curve = input->curve;
    size_t d_bytes = mc_curve_scalar_bytes(curve), key_bytes = mc_curve_public_key_bytes(curve);
    size_t bytes = mc_curve_field_bytes(curve);
    const uint8_t *d = fuzz_take(input, d_bytes), *peer_key = input->octets;
    size_t peer_bytes = input->bytes;
    if (!d)
        return;
    uint8_t *decoded = fuzz_output(key_bytes), *secret = fuzz_output(bytes);
    if (input->flags & 1 && mc_point_decode(decoded, peer_key, peer_bytes, curve) == MC_OK) {
        peer_key = decoded;
        peer_bytes = key_bytes;
    }
    int cofactor = input->flags & 2;
    mc_status status = (cofactor ? mc_ecdh_cofactor : mc_ecdh)(secret, d, peer_key, d_bytes, peer_bytes, curve);
    fuzz_require(status == MC_OK || status == MC_ERROR_UNSUPPORTED || fuzz_is_zero(secret, bytes),
                 "no secret is left of an error", curve);
    if (!input->group)
        return;
    EC_POINT *peer = peer_point(input->group, peer_key, peer_bytes);
    int is_valid = peer && peer_key[0] == POINT_CONVERSION_UNCOMPRESSED && peer_in_subgroup(input->group, peer);
    fuzz_require(status != MC_OK || is_valid, "only valid keys agree", curve);
    fuzz_require(status != MC_ERROR_SUBGROUP || (peer && !is_valid), "outside the subgroup for OpenSSL, too", curve);
    if (status == MC_OK)
        compare(secret, d, peer, cofactor, input);
    EC_POINT_free(peer);
}
