#include "motecurve_psa.h"

#ifdef MOTECURVE_PSA_ON_DROP
#include "motecurve.h"
#else
#include <motecurve/ecdh.h>
#include <motecurve/ecdsa.h>
#include <motecurve/eddsa.h>
#include <motecurve/key.h>
#endif
#include <string.h>

/* Stands for functions that the build of the PSA implementation does not want. A drop may lack them, and the linker
 * then drops them from a library. */
static inline mc_status left_out(const void *argument, ...)
{
    (void)argument;
    return MC_ERROR_UNSUPPORTED;
}

/* Mbed TLS before 3.5 has one name for all that is done with key pairs. */
#if defined(PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_BASIC) || defined(PSA_WANT_KEY_TYPE_ECC_KEY_PAIR)
#define HAS_KEY_PAIRS 1
#else
#define HAS_KEY_PAIRS   0
#define mc_public_key   left_out
#define mc_key_generate left_out
#endif
#if defined(PSA_WANT_ALG_ECDSA) || defined(PSA_WANT_ALG_DETERMINISTIC_ECDSA)
#define HAS_ECDSA 1
#else
#define HAS_ECDSA 0
#endif
#if !HAS_ECDSA || !defined(MOTECURVE_ECDSA_H)
#define mc_ecdsa_verify_digest left_out
#endif
#if !HAS_ECDSA || !HAS_KEY_PAIRS || !defined(MOTECURVE_ECDSA_H)
#define mc_ecdsa_sign_digest           left_out
#define mc_ecdsa_sign_digest_with_hash left_out
#define mc_ecdsa_sign_digest_hedged    left_out
#endif
#if !defined(PSA_WANT_ALG_ECDH) || !HAS_KEY_PAIRS || !defined(MOTECURVE_ECDH_H)
#define mc_ecdh left_out
#endif
#if !defined(PSA_WANT_ALG_PURE_EDDSA) || !defined(MOTECURVE_EDDSA_H)
#define mc_eddsa_verify left_out
#endif
#if !defined(PSA_WANT_ALG_PURE_EDDSA) || !HAS_KEY_PAIRS || !defined(MOTECURVE_EDDSA_H)
#define mc_eddsa_sign left_out
#endif
#ifndef MC_MAX_DIGEST_BYTES
#define MC_MAX_DIGEST_BYTES 64
#endif

/* Curves that the build wants, by their families and bits. */
#define CURVE(family, bits) ((uint32_t)(family) << 16 | (uint32_t)(bits))

static const uint16_t curve_bits[] = {255, 256, 384};
#define SIZES (sizeof curve_bits / sizeof *curve_bits)

static const mc_curve *find(psa_key_type_t type, size_t bits)
{
    if (!PSA_KEY_TYPE_IS_ECC(type))
        return NULL;
    switch (CURVE(PSA_KEY_TYPE_ECC_GET_FAMILY(type), bits)) {
#ifdef PSA_WANT_ECC_SECP_R1_256
    case CURVE(PSA_ECC_FAMILY_SECP_R1, 256):
        return mc_curve_find("secp256r1");
#endif
#ifdef PSA_WANT_ECC_SECP_R1_384
    case CURVE(PSA_ECC_FAMILY_SECP_R1, 384):
        return mc_curve_find("secp384r1");
#endif
#ifdef PSA_WANT_ECC_MONTGOMERY_255
    case CURVE(PSA_ECC_FAMILY_MONTGOMERY, 255):
        return mc_curve_find("Curve25519");
#endif
#ifdef PSA_WANT_ECC_TWISTED_EDWARDS_255
    case CURVE(PSA_ECC_FAMILY_TWISTED_EDWARDS, 255):
        return mc_curve_find("Ed25519");
#endif
    default:
        return NULL;
    }
}

static const mc_curve *curve_of(const psa_key_attributes_t *attributes)
{
    return find(psa_get_key_type(attributes), psa_get_key_bits(attributes));
}

static int is_pair(const psa_key_attributes_t *attributes)
{
    return PSA_KEY_TYPE_IS_KEY_PAIR(psa_get_key_type(attributes));
}

static int is_of(const psa_key_attributes_t *attributes, psa_ecc_family_t family)
{
    return PSA_KEY_TYPE_ECC_GET_FAMILY(psa_get_key_type(attributes)) == family;
}

static psa_status_t of_status(mc_status status)
{
    switch (status) {
    case MC_OK:
        return PSA_SUCCESS;
    case MC_ERROR_UNSUPPORTED:
        return PSA_ERROR_NOT_SUPPORTED;
    case MC_ERROR_RANDOM:
        return PSA_ERROR_INSUFFICIENT_ENTROPY;
    case MC_ERROR_SIGNATURE:
        return PSA_ERROR_INVALID_SIGNATURE;
    case MC_ERROR_FAULT:
        return PSA_ERROR_CORRUPTION_DETECTED;
    default:
        return PSA_ERROR_INVALID_ARGUMENT;
    }
}

/* Keys are checked where they are imported, so a number out of range is one of the signature's. */
static psa_status_t of_verification(mc_status status)
{
    switch (status) {
    case MC_ERROR_SCALAR_ZERO:
    case MC_ERROR_SCALAR_RANGE:
    case MC_ERROR_COORDINATE_RANGE:
        return PSA_ERROR_INVALID_SIGNATURE;
    default:
        return of_status(status);
    }
}

static int draw(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    return psa_generate_random(out, bytes) != PSA_SUCCESS;
}

/* The public key of a key of either type. */
static psa_status_t public_key_of(uint8_t *public_key, const psa_key_attributes_t *attributes,
                                  const uint8_t *key_buffer, size_t key_buffer_size, const mc_curve *curve)
{
    if (is_pair(attributes))
        return of_status(mc_public_key(public_key, key_buffer, key_buffer_size, curve));
    if (key_buffer_size != mc_curve_public_key_bytes(curve))
        return PSA_ERROR_INVALID_ARGUMENT;
    memmove(public_key, key_buffer, key_buffer_size);
    return PSA_SUCCESS;
}

/* PSA has private keys of X25519 with the bits that RFC 7748, 5, sets. */
static void mask(uint8_t *private_key, psa_key_type_t type)
{
    if (PSA_KEY_TYPE_ECC_GET_FAMILY(type) != PSA_ECC_FAMILY_MONTGOMERY)
        return;
    private_key[0] &= 0xf8;
    private_key[31] = (uint8_t)((private_key[31] & 0x7f) | 0x40);
}

static size_t key_bytes(const psa_key_attributes_t *attributes, const mc_curve *curve)
{
    return is_pair(attributes) ? mc_curve_scalar_bytes(curve) : mc_curve_public_key_bytes(curve);
}

/* Bits of the curve of a key whose attributes say none, by its length; 0 if there is none here. */
static size_t bits_of(const psa_key_attributes_t *attributes, size_t length)
{
    for (size_t i = 0; i < SIZES; i++) {
        const mc_curve *curve = find(psa_get_key_type(attributes), curve_bits[i]);
        if (curve && length == key_bytes(attributes, curve))
            return curve_bits[i];
    }
    return 0;
}

psa_status_t motecurve_transparent_import_key(const psa_key_attributes_t *attributes, const uint8_t *data,
                                              size_t data_length, uint8_t *key_buffer, size_t key_buffer_size,
                                              size_t *key_buffer_length, size_t *bits)
{
    const size_t found = *bits ? *bits : bits_of(attributes, data_length);
    const mc_curve *curve = find(psa_get_key_type(attributes), found);
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    if (!curve)
        return PSA_ERROR_NOT_SUPPORTED;
    if (data_length != key_bytes(attributes, curve))
        return PSA_ERROR_INVALID_ARGUMENT;
    const mc_status status = is_pair(attributes) ? mc_public_key(public_key, data, data_length, curve)
                                                 : mc_public_key_validate(data, data_length, curve);
    if (status != MC_OK)
        return of_status(status);
    if (key_buffer_size < data_length)
        return PSA_ERROR_BUFFER_TOO_SMALL;
    memmove(key_buffer, data, data_length);
    if (is_pair(attributes))
        mask(key_buffer, psa_get_key_type(attributes));
    *key_buffer_length = data_length;
    *bits = found;
    return PSA_SUCCESS;
}

psa_status_t motecurve_transparent_generate_key(const psa_key_attributes_t *attributes, uint8_t *key_buffer,
                                                size_t key_buffer_size, size_t *key_buffer_length)
{
    const mc_curve *curve = curve_of(attributes);
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    if (!curve)
        return PSA_ERROR_NOT_SUPPORTED;
    if (!is_pair(attributes))
        return PSA_ERROR_INVALID_ARGUMENT;
    if (key_buffer_size < mc_curve_scalar_bytes(curve))
        return PSA_ERROR_BUFFER_TOO_SMALL;
    const mc_status status = mc_key_generate(key_buffer, public_key, draw, NULL, curve);
    if (status != MC_OK)
        return of_status(status);
    *key_buffer_length = mc_curve_scalar_bytes(curve);
    mask(key_buffer, psa_get_key_type(attributes));
    return PSA_SUCCESS;
}

psa_status_t motecurve_transparent_export_public_key(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                     size_t key_buffer_size, uint8_t *data, size_t data_size,
                                                     size_t *data_length)
{
    const mc_curve *curve = curve_of(attributes);
    if (!curve)
        return PSA_ERROR_NOT_SUPPORTED;
    if (data_size < mc_curve_public_key_bytes(curve))
        return PSA_ERROR_BUFFER_TOO_SMALL;
    const psa_status_t status = public_key_of(data, attributes, key_buffer, key_buffer_size, curve);
    if (status == PSA_SUCCESS)
        *data_length = mc_curve_public_key_bytes(curve);
    return status;
}

#ifdef MOTECURVE_PSA_ON_DROP
/* A drop signs in one way, by the nonce of RFC 6979 and HMAC-SHA-256. */
static int makes_nonces_by(psa_algorithm_t hash)
{
    return hash == PSA_ALG_SHA_256;
}

static mc_status sign_digest(uint8_t *signature, const uint8_t *key, size_t key_bytes, psa_algorithm_t alg,
                             const uint8_t *digest, size_t digest_bytes, const mc_curve *curve)
{
    (void)alg;
    return mc_ecdsa_sign_digest(signature, key, digest, key_bytes, digest_bytes, curve);
}
#else
/* The hash of a deterministic signature; null if there is none here, or if the build does not want it. */
static const mc_hash *hash_of(psa_algorithm_t hash)
{
    switch (hash) {
#ifdef PSA_WANT_ALG_SHA_1
    case PSA_ALG_SHA_1:
        return &mc_sha1;
#endif
#ifdef PSA_WANT_ALG_SHA_224
    case PSA_ALG_SHA_224:
        return &mc_sha224;
#endif
#ifdef PSA_WANT_ALG_SHA_256
    case PSA_ALG_SHA_256:
        return &mc_sha256;
#endif
#if MC_WITH_SHA512 && defined(PSA_WANT_ALG_SHA_384)
    case PSA_ALG_SHA_384:
        return &mc_sha384;
#endif
#if MC_WITH_SHA512 && defined(PSA_WANT_ALG_SHA_512)
    case PSA_ALG_SHA_512:
        return &mc_sha512;
#endif
    default:
        return NULL;
    }
}

static int makes_nonces_by(psa_algorithm_t hash)
{
    return hash_of(hash) != NULL;
}

static mc_status sign_digest(uint8_t *signature, const uint8_t *key, size_t key_bytes, psa_algorithm_t alg,
                             const uint8_t *digest, size_t digest_bytes, const mc_curve *curve)
{
    if (PSA_ALG_ECDSA_IS_DETERMINISTIC(alg))
        return mc_ecdsa_sign_digest_with_hash(signature, key, digest, key_bytes, digest_bytes,
                                              hash_of(PSA_ALG_SIGN_GET_HASH(alg)), curve);
    return mc_ecdsa_sign_digest_hedged(signature, key, digest, key_bytes, digest_bytes, draw, NULL, curve);
}
#endif

/* PSA_SUCCESS if a key signs digests by the algorithm here. */
static psa_status_t may_sign(const psa_key_attributes_t *attributes, psa_algorithm_t alg)
{
    const psa_algorithm_t hash = PSA_ALG_SIGN_GET_HASH(alg);
    const int is_deterministic = PSA_ALG_ECDSA_IS_DETERMINISTIC(alg);
    if (!PSA_ALG_IS_ECDSA(alg) || !is_of(attributes, PSA_ECC_FAMILY_SECP_R1))
        return PSA_ERROR_NOT_SUPPORTED;
    if (!is_pair(attributes) || (is_deterministic && hash == 0))
        return PSA_ERROR_INVALID_ARGUMENT;
    return is_deterministic && !makes_nonces_by(hash) ? PSA_ERROR_NOT_SUPPORTED : PSA_SUCCESS;
}

psa_status_t motecurve_transparent_sign_hash(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                             size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *hash,
                                             size_t hash_length, uint8_t *signature, size_t signature_size,
                                             size_t *signature_length)
{
    const mc_curve *curve = curve_of(attributes);
    if (!curve || hash_length == 0 || hash_length > MC_MAX_DIGEST_BYTES)
        return PSA_ERROR_NOT_SUPPORTED;
    const psa_status_t may = may_sign(attributes, alg);
    if (may != PSA_SUCCESS)
        return may;
    if (signature_size < mc_curve_signature_bytes(curve))
        return PSA_ERROR_BUFFER_TOO_SMALL;
    const mc_status status = sign_digest(signature, key_buffer, key_buffer_size, alg, hash, hash_length, curve);
    if (status == MC_OK)
        *signature_length = mc_curve_signature_bytes(curve);
    return of_status(status);
}

psa_status_t motecurve_transparent_verify_hash(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                               size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *hash,
                                               size_t hash_length, const uint8_t *signature, size_t signature_length)
{
    const mc_curve *curve = curve_of(attributes);
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    if (!curve || !PSA_ALG_IS_ECDSA(alg) || !is_of(attributes, PSA_ECC_FAMILY_SECP_R1) || hash_length == 0 ||
        hash_length > MC_MAX_DIGEST_BYTES)
        return PSA_ERROR_NOT_SUPPORTED;
    if (signature_length != mc_curve_signature_bytes(curve))
        return PSA_ERROR_INVALID_SIGNATURE;
    const psa_status_t status = public_key_of(public_key, attributes, key_buffer, key_buffer_size, curve);
    if (status != PSA_SUCCESS)
        return status;
    return of_verification(mc_ecdsa_verify_digest(signature, public_key, hash, signature_length,
                                                  mc_curve_public_key_bytes(curve), hash_length, curve));
}

psa_status_t motecurve_transparent_sign_message(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                                size_t input_length, uint8_t *signature, size_t signature_size,
                                                size_t *signature_length)
{
    const mc_curve *curve = curve_of(attributes);
    if (!curve || alg != PSA_ALG_PURE_EDDSA || !is_of(attributes, PSA_ECC_FAMILY_TWISTED_EDWARDS))
        return PSA_ERROR_NOT_SUPPORTED;
    if (!is_pair(attributes))
        return PSA_ERROR_INVALID_ARGUMENT;
    if (signature_size < mc_curve_signature_bytes(curve))
        return PSA_ERROR_BUFFER_TOO_SMALL;
    const mc_status status = mc_eddsa_sign(signature, key_buffer, input, key_buffer_size, input_length, curve);
    if (status == MC_OK)
        *signature_length = mc_curve_signature_bytes(curve);
    return of_status(status);
}

psa_status_t motecurve_transparent_verify_message(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                  size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *input,
                                                  size_t input_length, const uint8_t *signature,
                                                  size_t signature_length)
{
    const mc_curve *curve = curve_of(attributes);
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    if (!curve || alg != PSA_ALG_PURE_EDDSA || !is_of(attributes, PSA_ECC_FAMILY_TWISTED_EDWARDS))
        return PSA_ERROR_NOT_SUPPORTED;
    if (signature_length != mc_curve_signature_bytes(curve))
        return PSA_ERROR_INVALID_SIGNATURE;
    const psa_status_t status = public_key_of(public_key, attributes, key_buffer, key_buffer_size, curve);
    if (status != PSA_SUCCESS)
        return status;
    return of_verification(mc_eddsa_verify(signature, public_key, input, signature_length,
                                           mc_curve_public_key_bytes(curve), input_length, curve));
}

psa_status_t motecurve_transparent_key_agreement(const psa_key_attributes_t *attributes, const uint8_t *key_buffer,
                                                 size_t key_buffer_size, psa_algorithm_t alg, const uint8_t *peer_key,
                                                 size_t peer_key_length, uint8_t *shared_secret,
                                                 size_t shared_secret_size, size_t *shared_secret_length)
{
    const mc_curve *curve = curve_of(attributes);
    if (!curve || !PSA_ALG_IS_ECDH(alg) || is_of(attributes, PSA_ECC_FAMILY_TWISTED_EDWARDS))
        return PSA_ERROR_NOT_SUPPORTED;
    if (!is_pair(attributes))
        return PSA_ERROR_INVALID_ARGUMENT;
    if (shared_secret_size < mc_curve_field_bytes(curve))
        return PSA_ERROR_BUFFER_TOO_SMALL;
    const mc_status status = mc_ecdh(shared_secret, key_buffer, peer_key, key_buffer_size, peer_key_length, curve);
    if (status == MC_OK)
        *shared_secret_length = mc_curve_field_bytes(curve);
    return of_status(status);
}
