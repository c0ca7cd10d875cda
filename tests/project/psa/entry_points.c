/* The driver's entry points by themselves: which calls they leave to others, and what they refuse. */
#include <psa/crypto.h>
#include <stdio.h>
#include <string.h>

#include "motecurve_psa.h"

static int failures;

static void expect_(int line, psa_status_t found, psa_status_t expected)
{
    if (found == expected)
        return;
    printf("line %d: %ld, not %ld\n", line, (long)found, (long)expected);
    failures++;
}
#define EXPECT(found, expected) expect_(__LINE__, found, expected)

#define ECDSA PSA_ALG_ECDSA(PSA_ALG_SHA_256)
#define EDDSA PSA_ALG_PURE_EDDSA

static psa_key_attributes_t of(psa_key_type_t type, size_t bits)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_set_key_type(&attributes, type);
    psa_set_key_bits(&attributes, bits);
    return attributes;
}

static uint8_t key[66], digest[65] = {1}, out[200];
static size_t bytes;

static psa_status_t generate(psa_key_type_t type, size_t bits, size_t room)
{
    psa_key_attributes_t attributes = of(type, bits);
    return motecurve_transparent_generate_key(&attributes, key, room, &bytes);
}

static psa_status_t sign(psa_key_type_t type, size_t key_bytes, psa_algorithm_t alg, size_t digest_bytes, size_t room)
{
    psa_key_attributes_t attributes = of(type, 256);
    return motecurve_transparent_sign_hash(&attributes, key, key_bytes, alg, digest, digest_bytes, out, room, &bytes);
}

static psa_status_t verify(size_t signature_bytes, size_t key_bytes)
{
    psa_key_attributes_t attributes = of(PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1), 256);
    return motecurve_transparent_verify_hash(&attributes, key, key_bytes, ECDSA, digest, 32, out, signature_bytes);
}

static void check_signatures(void)
{
    const psa_key_type_t pair = PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1);
    EXPECT(generate(pair, 256, 31), PSA_ERROR_BUFFER_TOO_SMALL);
    EXPECT(generate(pair, 224, sizeof key), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(generate(PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1), 256, sizeof key), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(generate(PSA_KEY_TYPE_RSA_KEY_PAIR, 256, sizeof key), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(generate(pair, 256, sizeof key), PSA_SUCCESS);
    EXPECT(sign(pair, 32, ECDSA, 32, 63), PSA_ERROR_BUFFER_TOO_SMALL);
    EXPECT(sign(pair, 31, ECDSA, 32, 64), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(sign(pair, 32, ECDSA, 0, 64), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(sign(pair, 32, ECDSA, 65, 64), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(sign(pair, 32, EDDSA, 32, 64), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(sign(pair, 32, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA3_256), 32, 64), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(sign(pair, 32, PSA_ALG_DETERMINISTIC_ECDSA(0), 32, 64), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(sign(PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1), 32, ECDSA, 32, 64), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(sign(PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_K1), 32, ECDSA, 32, 64), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(sign(pair, 32, PSA_ALG_DETERMINISTIC_ECDSA(PSA_ALG_SHA_512), 64, 64), PSA_SUCCESS);
    EXPECT(sign(pair, 32, ECDSA, 32, 64), PSA_SUCCESS);
    EXPECT(verify(64, 32), PSA_SUCCESS);
    EXPECT(verify(63, 32), PSA_ERROR_INVALID_SIGNATURE);
    EXPECT(verify(64, 31), PSA_ERROR_INVALID_ARGUMENT);
    out[5] ^= 1;
    EXPECT(verify(64, 32), PSA_ERROR_INVALID_SIGNATURE);
    memset(out, 0, sizeof out);
    EXPECT(verify(64, 32), PSA_ERROR_INVALID_SIGNATURE);
    memset(key, 0, sizeof key);
    EXPECT(sign(pair, 32, ECDSA, 32, 64), PSA_ERROR_INVALID_ARGUMENT);
}

static void check_eddsa(void)
{
    psa_key_attributes_t pair = of(PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_TWISTED_EDWARDS), 255);
    EXPECT(generate(psa_get_key_type(&pair), 255, sizeof key), PSA_SUCCESS);
    EXPECT(motecurve_transparent_sign_message(&pair, key, 32, EDDSA, digest, 3, out, 63, &bytes),
           PSA_ERROR_BUFFER_TOO_SMALL);
    EXPECT(motecurve_transparent_sign_message(&pair, key, 32, ECDSA, digest, 3, out, 64, &bytes),
           PSA_ERROR_NOT_SUPPORTED);
    EXPECT(motecurve_transparent_sign_message(&pair, key, 31, EDDSA, digest, 3, out, 64, &bytes),
           PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(motecurve_transparent_sign_message(&pair, key, 32, EDDSA, digest, 3, out, 64, &bytes), PSA_SUCCESS);
    EXPECT(motecurve_transparent_verify_message(&pair, key, 32, EDDSA, digest, 3, out, 64), PSA_SUCCESS);
    EXPECT(motecurve_transparent_verify_message(&pair, key, 32, EDDSA, digest, 3, out, 63),
           PSA_ERROR_INVALID_SIGNATURE);
    EXPECT(motecurve_transparent_verify_message(&pair, key, 32, ECDSA, digest, 3, out, 64), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(motecurve_transparent_key_agreement(&pair, key, 32, PSA_ALG_ECDH, key, 32, out, 32, &bytes),
           PSA_ERROR_NOT_SUPPORTED);
}

/* RFC 8032, 7.1, test 2. */
static void sign_as_rfc_8032(void)
{
    static const uint8_t private_key[] = {0x4c, 0xcd, 0x08, 0x9b, 0x28, 0xff, 0x96, 0xda, 0x9d, 0xb6, 0xc3,
                                          0x46, 0xec, 0x11, 0x4e, 0x0f, 0x5b, 0x8a, 0x31, 0x9f, 0x35, 0xab,
                                          0xa6, 0x24, 0xda, 0x8c, 0xf6, 0xed, 0x4f, 0xb8, 0xa6, 0xfb};
    static const uint8_t expected[] = {0x92, 0xa0, 0x09, 0xa9, 0xf0, 0xd4, 0xca, 0xb8, 0x72, 0x0e, 0x82, 0x0b, 0x5f,
                                       0x64, 0x25, 0x40, 0xa2, 0xb2, 0x7b, 0x54, 0x16, 0x50, 0x3f, 0x8f, 0xb3, 0x76,
                                       0x22, 0x23, 0xeb, 0xdb, 0x69, 0xda, 0x08, 0x5a, 0xc1, 0xe4, 0x3e, 0x15, 0x99,
                                       0x6e, 0x45, 0x8f, 0x36, 0x13, 0xd0, 0xf1, 0x1d, 0x8c, 0x38, 0x7b, 0x2e, 0xae,
                                       0xb4, 0x30, 0x2a, 0xee, 0xb0, 0x0d, 0x29, 0x16, 0x12, 0xbb, 0x0c, 0x00};
    psa_key_attributes_t pair = of(PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_TWISTED_EDWARDS), 255);
    EXPECT(motecurve_transparent_sign_message(&pair, private_key, 32, EDDSA, (const uint8_t *)"r", 1, out, 64, &bytes),
           PSA_SUCCESS);
    EXPECT(memcmp(out, expected, sizeof expected), 0);
    out[31] = 0xff; /* R is no longer reduced */
    memset(out, 0xff, 31);
    EXPECT(motecurve_transparent_verify_message(&pair, private_key, 32, EDDSA, (const uint8_t *)"r", 1, out, 64),
           PSA_ERROR_INVALID_SIGNATURE);
}

static psa_status_t agree(psa_key_type_t type, psa_algorithm_t alg, size_t peer_bytes, size_t room)
{
    psa_key_attributes_t attributes = of(type, 255);
    uint8_t peer[32] = {9};
    return motecurve_transparent_key_agreement(&attributes, key, 32, alg, peer, peer_bytes, out, room, &bytes);
}

static void check_x25519(void)
{
    const psa_key_type_t type = PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_MONTGOMERY);
    EXPECT(generate(type, 255, sizeof key), PSA_SUCCESS);
    EXPECT((key[0] & 7) | (key[31] & 0xc0), 0x40);
    EXPECT(agree(type, PSA_ALG_ECDH, 32, 31), PSA_ERROR_BUFFER_TOO_SMALL);
    EXPECT(agree(type, PSA_ALG_ECDH, 31, 32), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(agree(PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_MONTGOMERY), PSA_ALG_ECDH, 32, 32),
           PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(agree(type, PSA_ALG_FFDH, 32, 32), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(agree(type, PSA_ALG_ECDH, 32, 32), PSA_SUCCESS);
    EXPECT(sign(type, 32, ECDSA, 32, 64), PSA_ERROR_NOT_SUPPORTED);
}

static psa_status_t import(psa_key_type_t type, size_t bits, size_t data_bytes, size_t room, size_t *found)
{
    psa_key_attributes_t attributes = of(type, bits);
    *found = bits;
    return motecurve_transparent_import_key(&attributes, key, data_bytes, out, room, &bytes, found);
}

static void check_imports(void)
{
    const psa_key_type_t pair = PSA_KEY_TYPE_ECC_KEY_PAIR(PSA_ECC_FAMILY_SECP_R1);
    size_t bits;
    memset(key, 7, sizeof key);
    EXPECT(import(pair, 256, 32, 32, &bits), PSA_SUCCESS);
    EXPECT(import(pair, 0, 48, 48, &bits), PSA_SUCCESS);
    EXPECT((psa_status_t)bits, 384);
    EXPECT(import(pair, 384, 32, 32, &bits), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(import(pair, 521, 66, 66, &bits), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(import(pair, 0, 66, 66, &bits), PSA_ERROR_NOT_SUPPORTED);
    EXPECT(import(pair, 256, 32, 31, &bits), PSA_ERROR_BUFFER_TOO_SMALL);
    EXPECT(import(PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1), 256, 65, 65, &bits), PSA_ERROR_INVALID_ARGUMENT);
    EXPECT(import(PSA_KEY_TYPE_AES, 256, 32, 32, &bits), PSA_ERROR_NOT_SUPPORTED);
    memset(key, 0xff, sizeof key);
    EXPECT(import(pair, 256, 32, 32, &bits), PSA_ERROR_INVALID_ARGUMENT);
}

int main(void)
{
    EXPECT(psa_crypto_init(), PSA_SUCCESS);
    check_signatures();
    check_eddsa();
    sign_as_rfc_8032();
    check_x25519();
    check_imports();
    return failures != 0;
}
