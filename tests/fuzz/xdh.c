/* X25519 and X448: a private key, then the peer's key. Any other curve number stands for one of the two. */
#include <openssl/evp.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/ecdh.h"
#include "peer.h"

static int openssl_secret(uint8_t *secret, const uint8_t *d, const uint8_t *peer_key, size_t bytes, int type)
{
    size_t written = bytes;
    EVP_PKEY *own = EVP_PKEY_new_raw_private_key(type, NULL, d, bytes);
    EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(type, NULL, peer_key, bytes);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    int done = EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1 &&
               EVP_PKEY_derive(context, secret, &written) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(peer);
    return done;
}

void fuzz_one(fuzz_input *input)
{
    const mc_curve *curve = mc_curve_find(input->flags & 1 ? "Curve448" : "Curve25519");
    size_t bytes = mc_curve_field_bytes(curve);
    const uint8_t *d = fuzz_take(input, bytes);
    if (!d)
        return;
    uint8_t *ours = fuzz_output(bytes), *theirs = fuzz_output(bytes);
    mc_status status = mc_ecdh(ours, d, input->octets, bytes, input->bytes, curve);
    fuzz_require(status == MC_OK || fuzz_is_zero(ours, bytes), "no secret is left of an error", curve);
    fuzz_require((status == MC_ERROR_LENGTH) == (input->bytes != bytes), "keys have one length", curve);
    if (status == MC_ERROR_LENGTH)
        return;
    int done = openssl_secret(theirs, d, input->octets, bytes, input->flags & 1 ? EVP_PKEY_X448 : EVP_PKEY_X25519);
    fuzz_require((status == MC_OK) == done, "OpenSSL agrees with the same keys", curve);
    fuzz_require(!done || !memcmp(ours, theirs, bytes), "OpenSSL's secret", curve);
}
