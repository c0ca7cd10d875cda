/* Key files: the rest of the input is one. The flags modulo 6 choose its kind: a private key, a public key, a
 * certificate in DER, and the same in PEM. The curve of the input has no influence. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "motecurve/key_file.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/key.h"
#include "motecurve/point.h"
#include "peer.h"

typedef mc_status read_der(uint8_t *, const mc_curve **, const uint8_t *, size_t);
typedef mc_status read_pem(uint8_t *, const mc_curve **, const char *, size_t);

enum { PRIVATE, PUBLIC, CERTIFICATE, KINDS };

static read_der *const of_der[KINDS] = {mc_private_key_from_der, mc_public_key_from_der,
                                        mc_certificate_public_key_from_der};
static read_pem *const of_pem[KINDS] = {mc_private_key_from_pem, mc_public_key_from_pem,
                                        mc_certificate_public_key_from_pem};

/* OpenSSL's key of the same DER, which the caller frees; null if OpenSSL refuses it. */
static EVP_PKEY *peer_key(unsigned kind, const uint8_t *der, size_t bytes)
{
    EVP_PKEY *key = NULL;
    if (kind == PRIVATE)
        return d2i_AutoPrivateKey(NULL, &der, (long)bytes);
    if (kind == PUBLIC)
        return d2i_PUBKEY(NULL, &der, (long)bytes);
    X509 *certificate = d2i_X509(NULL, &der, (long)bytes);
    if (certificate)
        key = X509_get_pubkey(certificate);
    X509_free(certificate);
    return key;
}

/* OpenSSL's public key, uncompressed, in our encoding. */
static mc_status encode(uint8_t *public_key, const EVP_PKEY *key, const mc_curve *curve)
{
    size_t bytes = mc_curve_public_key_bytes(curve);
    if (EVP_PKEY_get_raw_public_key(key, public_key, &bytes)) /* RFC 8410 */
        return MC_OK;
    uint8_t *point = NULL;
    bytes = EVP_PKEY_get1_encoded_public_key((EVP_PKEY *)key, &point);
    mc_status status = mc_point_decode(public_key, point, bytes, curve);
    OPENSSL_free(point);
    return status;
}

/* Whether OpenSSL reads the same key from a file that we accept, on a curve that both know. */
static void compare(unsigned kind, const fuzz_input *input, const uint8_t *public_key, const mc_curve *curve)
{
    uint8_t *theirs = fuzz_output(mc_curve_public_key_bytes(curve));
    EVP_PKEY *key = peer_key(kind, input->octets, input->bytes);
    fuzz_require(key != NULL || kind == CERTIFICATE, "OpenSSL reads the file, too", curve);
    if (key)
        fuzz_require(encode(theirs, key, curve) == MC_OK &&
                         !memcmp(theirs, public_key, mc_curve_public_key_bytes(curve)),
                     "OpenSSL's public key", curve);
    EVP_PKEY_free(key);
}

/* A key that we write must be read again as the same key. */
static void read_again(unsigned kind, const uint8_t *key, size_t bytes, const mc_curve *curve)
{
    const size_t room = MC_PRIVATE_KEY_DER_BYTES(MC_MAX_SCALAR_BYTES, MC_MAX_PUBLIC_KEY_BYTES);
    const size_t most = kind == PRIVATE ? MC_MAX_SCALAR_BYTES : MC_MAX_PUBLIC_KEY_BYTES;
    uint8_t *der = fuzz_output(room), *again = fuzz_output(most);
    const mc_curve *found;
    size_t der_bytes = 0;
    mc_status status = kind == PRIVATE ? mc_private_key_to_der(der, &der_bytes, key, bytes, curve)
                                       : mc_public_key_to_der(der, &der_bytes, key, bytes, curve);
    fuzz_require(status == MC_OK, "a key that was read is written", curve);
    status = of_der[kind == PRIVATE ? PRIVATE : PUBLIC](again, &found, der, der_bytes);
    fuzz_require(status == MC_OK && found == curve && !memcmp(again, key, bytes), "read as it was written", curve);
}

void fuzz_one(fuzz_input *input)
{
    const unsigned kind = input->flags % (2 * KINDS) % KINDS, is_pem = input->flags % (2 * KINDS) >= KINDS;
    const size_t most = kind == PRIVATE ? MC_MAX_SCALAR_BYTES : MC_MAX_PUBLIC_KEY_BYTES;
    uint8_t *key = fuzz_output(most), *file = fuzz_copy(input->octets, input->bytes);
    const mc_curve *curve = input->curve;
    mc_status status = is_pem ? of_pem[kind](key, &curve, (const char *)file, input->bytes)
                              : of_der[kind](key, &curve, file, input->bytes);
    if (status != MC_OK) {
        fuzz_require(fuzz_is_zero(key, most) && !curve, "no key is left of an error", input->curve);
        return;
    }
    const size_t bytes = kind == PRIVATE ? mc_curve_scalar_bytes(curve) : mc_curve_public_key_bytes(curve);
    uint8_t *public_key = fuzz_output(MC_MAX_PUBLIC_KEY_BYTES);
    fuzz_require(fuzz_is_zero(key + bytes, most - bytes), "zeros after the key", curve);
    memcpy(public_key, key, kind == PRIVATE ? 0 : bytes);
    if (kind == PRIVATE)
        fuzz_require(mc_public_key(public_key, key, bytes, curve) == MC_OK, "the private key is valid", curve);
    fuzz_require(mc_public_key_validate(public_key, mc_curve_public_key_bytes(curve), curve) == MC_OK,
                 "the public key is valid", curve);
    read_again(kind, key, bytes, curve);
    if (!is_pem && (peer_group(curve) || mc_curve_signature_bytes(curve) == 0 || curve == mc_curve_find("Ed25519")))
        compare(kind, input, public_key, curve);
}
