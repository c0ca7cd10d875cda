/* Keys: the rest of the input is a private key, or, with flag 1, a public one. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "motecurve/key.h"

#include <string.h>

#include "fuzz.h"
#include "peer.h"

static void private_key(const fuzz_input *input)
{
    const mc_curve *curve = input->curve;
    size_t bytes = mc_curve_public_key_bytes(curve);
    uint8_t *public_key = fuzz_output(bytes);
    mc_status status = mc_public_key(public_key, input->octets, input->bytes, curve);
    fuzz_require(status == MC_OK || status == MC_ERROR_UNSUPPORTED || fuzz_is_zero(public_key, bytes),
                 "no public key is left of an error", curve);
    if (!input->group)
        return;
    BIGNUM *d = BN_bin2bn(input->octets, (int)input->bytes, NULL);
    int is_valid = input->bytes == mc_curve_scalar_bytes(curve) && !BN_is_zero(d) &&
                   BN_cmp(d, EC_GROUP_get0_order(input->group)) < 0;
    fuzz_require((status == MC_OK) == is_valid, "private keys from 1 to n - 1 are valid", curve);
    if (is_valid) {
        EC_POINT *point = EC_POINT_new(input->group);
        uint8_t *theirs = fuzz_output(bytes);
        EC_POINT_mul(input->group, point, d, NULL, NULL, NULL);
        EC_POINT_point2oct(input->group, point, POINT_CONVERSION_UNCOMPRESSED, theirs, bytes, NULL);
        fuzz_require(!memcmp(public_key, theirs, bytes), "OpenSSL's public key", curve);
        EC_POINT_free(point);
    }
    BN_free(d);
}

static void public_key(const fuzz_input *input)
{
    mc_status status = mc_public_key_validate(input->octets, input->bytes, input->curve);
    if (!input->group)
        return;
    EC_POINT *point = peer_point(input->group, input->octets, input->bytes);
    int is_valid = point && input->octets[0] == POINT_CONVERSION_UNCOMPRESSED && peer_in_subgroup(input->group, point);
    fuzz_require((status == MC_OK) == is_valid, "OpenSSL has the same public keys", input->curve);
    EC_POINT_free(point);
}

void fuzz_one(fuzz_input *input)
{
    if (input->flags & 1)
        public_key(input);
    else
        private_key(input);
}
