/* Calls of PSA Crypto as programs make them. Prints each entry point of the driver that they come to, with what it
 * gives; the linker puts the functions below around them (--wrap). */
#include <psa/crypto.h>
#include <stdio.h>
#include <string.h>

#include "motecurve_psa.h"

static int failures;

static void expect_(int line, long found, long expected)
{
    if (found == expected)
        return;
    printf("line %d: %ld, not %ld\n", line, found, expected);
    failures++;
}
#define EXPECT(found, expected) expect_(__LINE__, (long)(found), (long)(expected))

/* The entry points' parameters and arguments. */
#define A       const psa_key_attributes_t *a
#define IN(p)   const uint8_t *p, size_t p##_length
#define OUT(p)  uint8_t *p, size_t p##_size, size_t *p##_length
#define GIVE(p) p, p##_length
#define TAKE(p) p, p##_size, p##_length

#define WRAP(name, parameters, arguments)                                                                              \
    psa_status_t __real_motecurve_transparent_##name parameters;                                                       \
    psa_status_t __wrap_motecurve_transparent_##name parameters;                                                       \
    psa_status_t __wrap_motecurve_transparent_##name parameters                                                        \
    {                                                                                                                  \
        psa_status_t status = __real_motecurve_transparent_##name arguments;                                           \
        printf("%s of %04x with %u bits: %ld\n", #name, (unsigned)psa_get_key_type(a), (unsigned)psa_get_key_bits(a),  \
               (long)status);                                                                                          \
        return status;                                                                                                 \
    }

WRAP(import_key, (A, IN(data), OUT(key), size_t *bits), (a, GIVE(data), TAKE(key), bits))
WRAP(generate_key, (A, OUT(key)), (a, TAKE(key)))
WRAP(export_public_key, (A, IN(key), OUT(data)), (a, GIVE(key), TAKE(data)))
WRAP(sign_hash, (A, IN(key), psa_algorithm_t alg, IN(hash), OUT(signature)),
     (a, GIVE(key), alg, GIVE(hash), TAKE(signature)))
WRAP(verify_hash, (A, IN(key), psa_algorithm_t alg, IN(hash), IN(signature)),
     (a, GIVE(key), alg, GIVE(hash), GIVE(signature)))
WRAP(sign_message, (A, IN(key), psa_algorithm_t alg, IN(input), OUT(signature)),
     (a, GIVE(key), alg, GIVE(input), TAKE(signature)))
WRAP(verify_message, (A, IN(key), psa_algorithm_t alg, IN(input), IN(signature)),
     (a, GIVE(key), alg, GIVE(input), GIVE(signature)))
WRAP(key_agreement, (A, IN(key), psa_algorithm_t alg, IN(peer), OUT(secret)),
     (a, GIVE(key), alg, GIVE(peer), TAKE(secret)))

static void read_hex(uint8_t *out, const char *hex)
{
    unsigned octet;
    for (; sscanf(hex, "%2x", &octet) == 1; hex += 2)
        *out++ = (uint8_t)octet;
}

static psa_key_attributes_t attributes_of(psa_key_type_t type, size_t bits, psa_algorithm_t alg)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_set_key_type(&attributes, type);
    psa_set_key_bits(&attributes, bits);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_SIGN_HASH | PSA_KEY_USAGE_VERIFY_HASH |
                                             PSA_KEY_USAGE_SIGN_MESSAGE | PSA_KEY_USAGE_VERIFY_MESSAGE |
                                             PSA_KEY_USAGE_DERIVE | PSA_KEY_USAGE_EXPORT);
    return attributes;
}

static psa_key_id_t import(psa_ecc_family_t family, size_t bits, psa_algorithm_t alg, const char *hex)
{
    psa_key_attributes_t attributes = attributes_of(PSA_KEY_TYPE_ECC_KEY_PAIR(family), bits, alg);
    uint8_t octets[64];
    psa_key_id_t key = 0;
    read_hex(octets, hex);
    EXPECT(psa_import_key(&attributes, octets, strlen(hex) / 2, &key), PSA_SUCCESS);
    return key;
}

/* RFC 6979, A.2.5, with SHA-256 and the message "sample"; and the digest of "test", for which it is not valid. */
static void sign_as_rfc_6979(void)
{
    const psa_algorithm_t alg = PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256);
    uint8_t digest[32], expected[64], signature[64];
    size_t bytes;
    psa_key_id_t key =
        import(PSA_ECC_FAMILY_SECP_R1, 256, alg, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    read_hex(digest, "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf");
    read_hex(expected, "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                       "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");
    EXPECT(psa_sign_hash(key, alg, digest, sizeof digest, signature, sizeof signature, &bytes), PSA_SUCCESS);
    EXPECT(bytes, sizeof expected);
    EXPECT(memcmp(signature, expected, sizeof expected), 0);
    EXPECT(psa_sign_message(key, alg, (const uint8_t *)"sample", 6, signature, sizeof signature, &bytes), PSA_SUCCESS);
    EXPECT(memcmp(signature, expected, sizeof expected), 0);
    EXPECT(psa_verify_message(key, alg, (const uint8_t *)"sample", 6, signature, bytes), PSA_SUCCESS);
    EXPECT(psa_verify_hash(key, alg, digest, sizeof digest, signature, bytes), PSA_SUCCESS);
    digest[0] ^= 1;
    EXPECT(psa_verify_hash(key, alg, digest, sizeof digest, signature, bytes), PSA_ERROR_INVALID_SIGNATURE);
    EXPECT(psa_destroy_key(key), PSA_SUCCESS);
}

/* A generated key, its public key imported; signatures by one, verified by the other. */
static void generate_and_sign(size_t bits, psa_algorithm_t alg)
{
    psa_key_attributes_t attributes = attributes_of(PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1), bits, alg);
    uint8_t public_key[133], digest[48] = {1}, signature[132];
    size_t public_bytes, bytes;
    psa_key_id_t key, peer;
    EXPECT(psa_generate_key(&attributes, &key), PSA_SUCCESS);
    EXPECT(psa_export_public_key(key, public_key, sizeof public_key, &public_bytes), PSA_SUCCESS);
    attributes = attributes_of(PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1), 0, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_VERIFY_HASH);
    EXPECT(psa_import_key(&attributes, public_key, public_bytes, &peer), PSA_SUCCESS);
    EXPECT(psa_sign_hash(key, alg, digest, 32, signature, sizeof signature, &bytes), PSA_SUCCESS);
    EXPECT(psa_verify_hash(peer, alg, digest, 32, signature, bytes), PSA_SUCCESS);
    signature[bytes - 1] ^= 1;
    EXPECT(psa_verify_hash(peer, alg, digest, 32, signature, bytes), PSA_ERROR_INVALID_SIGNATURE);
    public_key[public_bytes - 1] ^= 1;
    EXPECT(psa_import_key(&attributes, public_key, public_bytes, &peer), PSA_ERROR_INVALID_ARGUMENT);
}

/* RFC 7748, 6.1. */
__attribute__((unused)) static void agree_by_x25519(void)
{
    uint8_t peer[32], expected[32], secret[32];
    size_t bytes;
    psa_key_id_t key = import(PSA_ECC_FAMILY_MONTGOMERY, 255, PSA_ALG_ECDH,
                              "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
    read_hex(peer, "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    read_hex(expected, "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    EXPECT(psa_raw_key_agreement(PSA_ALG_ECDH, key, peer, sizeof peer, secret, sizeof secret, &bytes), PSA_SUCCESS);
    EXPECT(bytes, sizeof expected);
    EXPECT(memcmp(secret, expected, sizeof expected), 0);
    memset(peer, 0, sizeof peer); /* of small order */
    EXPECT(psa_raw_key_agreement(PSA_ALG_ECDH, key, peer, sizeof peer, secret, sizeof secret, &bytes),
           PSA_ERROR_INVALID_ARGUMENT);
}

static void agree_on(size_t bits)
{
    psa_key_attributes_t attributes =
        attributes_of(PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1), bits, PSA_ALG_ECDH);
    uint8_t public_key[2][97], secret[2][48];
    size_t public_bytes, bytes;
    psa_key_id_t keys[2];
    for (unsigned i = 0; i < 2; i++) {
        EXPECT(psa_generate_key(&attributes, &keys[i]), PSA_SUCCESS);
        EXPECT(psa_export_public_key(keys[i], public_key[i], sizeof public_key[i], &public_bytes), PSA_SUCCESS);
    }
    for (unsigned i = 0; i < 2; i++)
        EXPECT(psa_raw_key_agreement(PSA_ALG_ECDH, keys[i], public_key[1 - i], public_bytes, secret[i],
                                     sizeof secret[i], &bytes),
               PSA_SUCCESS);
    EXPECT(memcmp(secret[0], secret[1], bytes), 0);
}

/* RFC 8032, 7.1, test 2. Signatures by Ed25519 are refused before a driver is asked. */
__attribute__((unused)) static void have_keys_of_ed25519(void)
{
    uint8_t signature[64], public_key[32], expected[32];
    size_t bytes;
    psa_key_id_t key = import(PSA_ECC_FAMILY_TWISTED_EDWARDS, 255, PSA_ALG_PURE_EDDSA,
                              "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
    read_hex(expected, "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    EXPECT(psa_export_public_key(key, public_key, sizeof public_key, &bytes), PSA_SUCCESS);
    EXPECT(bytes, sizeof expected);
    EXPECT(memcmp(public_key, expected, sizeof expected), 0);
    EXPECT(psa_sign_message(key, PSA_ALG_PURE_EDDSA, expected, 1, signature, sizeof signature, &bytes),
           PSA_ERROR_INVALID_ARGUMENT);
}

int main(void)
{
    EXPECT(psa_crypto_init(), PSA_SUCCESS);
    sign_as_rfc_6979();
    generate_and_sign(256, PSA_ALG_ECDSA(PSA_ALG_SHA_256));
    agree_on(256);
#ifdef PSA_WANT_ECC_SECP_R1_384
    generate_and_sign(384, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_256));
    agree_on(384);
#endif
#ifdef PSA_WANT_ECC_SECP_R1_521
    generate_and_sign(521, PSA_ALG_ECDSA(PSA_ALG_SHA_256)); /* left to the PSA implementation */
#endif
#ifdef PSA_WANT_ECC_MONTGOMERY_255
    agree_by_x25519();
#endif
#ifdef PSA_WANT_ECC_TWISTED_EDWARDS_255
    have_keys_of_ed25519();
#endif
    return failures != 0;
}
