/* Signatures in DER: the rest of the input is the encoding. The library must accept it exactly if OpenSSL reads it to
 * its end and writes the same bytes, and r and s are from 1 to n - 1. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/ecdsa.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/ecdsa.h"

/* Whether OpenSSL reads the bytes and writes the same. */
static int is_der(ECDSA_SIG **signature, const uint8_t *octets, size_t bytes)
{
    const uint8_t *end = octets;
    *signature = d2i_ECDSA_SIG(NULL, &end, (long)bytes);
    if (!*signature || end != octets + bytes)
        return 0;
    uint8_t *written = NULL;
    int count = i2d_ECDSA_SIG(*signature, &written);
    int same = count >= 0 && (size_t)count == bytes && !memcmp(written, octets, bytes);
    OPENSSL_free(written);
    return same;
}

static int is_in_range(const BIGNUM *number, const EC_GROUP *group)
{
    return !BN_is_negative(number) && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0;
}

void fuzz_one(fuzz_input *input)
{
    const mc_curve *curve = input->curve;
    size_t bytes = mc_curve_signature_bytes(curve);
    if (!input->group)
        return;
    uint8_t *signature = fuzz_output(bytes);
    mc_status status = mc_ecdsa_signature_from_der(signature, input->octets, input->bytes, curve);
    fuzz_require(status == MC_OK || fuzz_is_zero(signature, bytes), "no signature is left of an error", curve);

    ECDSA_SIG *theirs = NULL;
    int is_valid = is_der(&theirs, input->octets, input->bytes) &&
                   is_in_range(ECDSA_SIG_get0_r(theirs), input->group) &&
                   is_in_range(ECDSA_SIG_get0_s(theirs), input->group);
    fuzz_require((status == MC_OK) == is_valid, "OpenSSL has the same encodings", curve);
    if (is_valid) {
        size_t der_bytes = 0, room = MC_DER_SIGNATURE_BYTES(bytes);
        uint8_t *der = fuzz_output(room), *r_and_s = fuzz_output(bytes);
        BN_bn2binpad(ECDSA_SIG_get0_r(theirs), r_and_s, (int)bytes / 2);
        BN_bn2binpad(ECDSA_SIG_get0_s(theirs), r_and_s + bytes / 2, (int)bytes / 2);
        fuzz_require(!memcmp(signature, r_and_s, bytes), "OpenSSL's r and s", curve);
        status = mc_ecdsa_signature_to_der(der, &der_bytes, signature, bytes, curve);
        fuzz_require(status == MC_OK && der_bytes == input->bytes && !memcmp(der, input->octets, der_bytes),
                     "written as it was read", curve);
        fuzz_require(fuzz_is_zero(der + der_bytes, room - der_bytes), "zeros after the encoding", curve);
    }
    ECDSA_SIG_free(theirs);
}
