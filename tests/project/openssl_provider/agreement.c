/* Keys, signatures, secrets and encodings on the curves that the arguments name, beside those of OpenSSL's default
 * provider: each takes the other's, and what is determined is equal byte for byte. */
#include "program.h"

#include <openssl/bn.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/kdf.h>

static const uint8_t message[] = "node 17: 21.5 degrees";

typedef struct {
    EVP_PKEY *key;
    const char *properties;
} copy_target;

static int copy_to(const OSSL_PARAM params[], void *argument)
{
    copy_target *to = argument;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", to->properties);
    CHECK(context && EVP_PKEY_fromdata_init(context) == 1);
    CHECK(EVP_PKEY_fromdata(context, &to->key, EVP_PKEY_KEYPAIR, (OSSL_PARAM *)params) == 1);
    EVP_PKEY_CTX_free(context);
    return 1;
}

/* The key in the other provider. */
static EVP_PKEY *copied(const EVP_PKEY *key, const char *properties)
{
    copy_target to = {NULL, properties};
    CHECK(EVP_PKEY_export(key, OSSL_KEYMGMT_SELECT_ALL, copy_to, &to) == 1);
    CHECK(is_ours(to.key) == (strcmp(properties, OURS) == 0) && EVP_PKEY_eq(to.key, key) == 1);
    return to.key;
}

static void equal_params(EVP_PKEY *ours, EVP_PKEY *theirs)
{
    static const char *const numbers[] = {
        OSSL_PKEY_PARAM_PRIV_KEY, OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PKEY_PARAM_EC_PUB_Y, OSSL_PKEY_PARAM_EC_P,
        OSSL_PKEY_PARAM_EC_A,     OSSL_PKEY_PARAM_EC_B,     OSSL_PKEY_PARAM_EC_ORDER, OSSL_PKEY_PARAM_EC_COFACTOR};
    static const char *const octets[] = {OSSL_PKEY_PARAM_PUB_KEY, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY,
                                         OSSL_PKEY_PARAM_EC_GENERATOR};
    static const char *const texts[] = {OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PKEY_PARAM_EC_FIELD_TYPE,
                                        OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                        OSSL_PKEY_PARAM_DEFAULT_DIGEST};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        BIGNUM *a = NULL, *b = NULL;
        CHECK(EVP_PKEY_get_bn_param(ours, numbers[i], &a) == 1 && EVP_PKEY_get_bn_param(theirs, numbers[i], &b) == 1);
        CHECK(BN_cmp(a, b) == 0);
        BN_clear_free(a);
        BN_clear_free(b);
    }
    for (size_t i = 0; i < sizeof octets / sizeof *octets; i++) {
        uint8_t a[ROOM], b[ROOM];
        size_t length, its;
        CHECK(EVP_PKEY_get_octet_string_param(ours, octets[i], a, ROOM, &length) == 1);
        CHECK(EVP_PKEY_get_octet_string_param(theirs, octets[i], b, ROOM, &its) == 1);
        CHECK(length == its && memcmp(a, b, length) == 0);
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char a[ROOM], b[ROOM];
        CHECK(EVP_PKEY_get_utf8_string_param(ours, texts[i], a, ROOM, NULL) == 1);
        CHECK(EVP_PKEY_get_utf8_string_param(theirs, texts[i], b, ROOM, NULL) == 1 && strcmp(a, b) == 0);
    }
    CHECK(EVP_PKEY_get_bits(ours) == EVP_PKEY_get_bits(theirs));
    CHECK(EVP_PKEY_get_security_bits(ours) == EVP_PKEY_get_security_bits(theirs));
    CHECK(EVP_PKEY_get_size(ours) == EVP_PKEY_get_size(theirs));
}

static size_t encoded(EVP_PKEY *key, int selection, const char *form, const char *structure, uint8_t **out)
{
    size_t bytes = 0;
    OSSL_ENCODER_CTX *context = OSSL_ENCODER_CTX_new_for_pkey(key, selection, form, structure, NULL);
    *out = NULL;
    CHECK(context && OSSL_ENCODER_to_data(context, out, &bytes) == 1);
    OSSL_ENCODER_CTX_free(context);
    return bytes;
}

static void equal_encodings(EVP_PKEY *ours, EVP_PKEY *theirs)
{
    static const struct {
        int selection;
        const char *structure;
    } structures[] = {{EVP_PKEY_KEYPAIR, "PrivateKeyInfo"},
                      {EVP_PKEY_PUBLIC_KEY, "SubjectPublicKeyInfo"},
                      {EVP_PKEY_KEYPAIR, "type-specific"},
                      {EVP_PKEY_KEY_PARAMETERS, "type-specific"}};
    static const char *const forms[] = {"DER", "PEM"};
    for (size_t i = 0; i < 2 * sizeof structures / sizeof *structures; i++) {
        uint8_t *a, *b;
        const int selection = structures[i / 2].selection;
        const char *form = forms[i % 2], *structure = structures[i / 2].structure;
        const size_t bytes = encoded(ours, selection, form, structure, &a);
        CHECK(bytes == encoded(theirs, selection, form, structure, &b) && memcmp(a, b, bytes) == 0);
        EVP_PKEY *back = NULL;
        const uint8_t *from = b;
        size_t left = bytes;
        OSSL_DECODER_CTX *context = OSSL_DECODER_CTX_new_for_pkey(&back, form, structure, "EC", selection, NULL, NULL);
        CHECK(context && OSSL_DECODER_from_data(context, &from, &left) == 1 && left == 0);
        CHECK(EVP_PKEY_parameters_eq(back, ours) == 1);
        CHECK(selection == EVP_PKEY_KEY_PARAMETERS || EVP_PKEY_eq(back, ours) == 1);
        OSSL_DECODER_CTX_free(context);
        EVP_PKEY_free(back);
        OPENSSL_free(a);
        OPENSSL_free(b);
    }
}

static void in_all_forms(EVP_PKEY *ours, EVP_PKEY *theirs)
{
    static const char *const forms[] = {"compressed", "hybrid", "uncompressed"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        CHECK(EVP_PKEY_set_utf8_string_param(ours, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, forms[i]) == 1);
        CHECK(EVP_PKEY_set_utf8_string_param(theirs, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, forms[i]) == 1);
        equal_encodings(ours, theirs);
    }
}

static size_t sign_message(EVP_PKEY *key, const char *properties, const char *hash, uint8_t signature[ROOM])
{
    size_t length = ROOM;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    CHECK(EVP_DigestSignInit_ex(context, NULL, hash, NULL, properties, key, NULL) == 1);
    CHECK(EVP_DigestSign(context, signature, &length, message, sizeof message) == 1);
    EVP_MD_CTX_free(context);
    return length;
}

static int verify_message(EVP_PKEY *key, const char *properties, const char *hash, const uint8_t *signature,
                          size_t length)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    CHECK(EVP_DigestVerifyInit_ex(context, NULL, hash, NULL, properties, key, NULL) == 1);
    const int is_valid = EVP_DigestVerify(context, signature, length, message, sizeof message) == 1;
    EVP_MD_CTX_free(context);
    return is_valid;
}

static void signatures(EVP_PKEY *ours, EVP_PKEY *theirs)
{
    static const char *const hashes[] = {"SHA1", "SHA256", "SHA512", "SHA3-384", "BLAKE2b512"};
    uint8_t signature[ROOM], digest[100];
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        size_t length = sign_message(ours, OURS, hashes[i], signature);
        CHECK(length <= (size_t)EVP_PKEY_get_size(ours));
        CHECK(verify_message(theirs, THEIRS, hashes[i], signature, length));
        length = sign_message(theirs, THEIRS, hashes[i], signature);
        CHECK(verify_message(ours, OURS, hashes[i], signature, length));
        signature[length / 2] ^= 0x10;
        CHECK(!verify_message(ours, OURS, hashes[i], signature, length));
    }
    memset(digest, 0xa5, sizeof digest);
    for (size_t bytes = 1; bytes <= sizeof digest; bytes += 7) {
        size_t length = sign(ours, OURS, signature, digest, bytes);
        CHECK(verify(theirs, THEIRS, signature, length, digest, bytes));
        length = sign(theirs, THEIRS, signature, digest, bytes);
        CHECK(verify(ours, OURS, signature, length, digest, bytes));
    }
    ERR_clear_error();
}

static void derive_by_x963(EVP_PKEY *key, EVP_PKEY *peer, const char *properties, uint8_t *out, size_t bytes)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, properties);
    uint8_t *info = OPENSSL_memdup("info", 4);
    CHECK(context && info && EVP_PKEY_derive_init(context) == 1);
    CHECK(EVP_PKEY_CTX_set_ecdh_kdf_type(context, EVP_PKEY_ECDH_KDF_X9_63) == 1);
    CHECK(EVP_PKEY_CTX_set_ecdh_kdf_md(context, EVP_sha512()) == 1);
    CHECK(EVP_PKEY_CTX_set_ecdh_kdf_outlen(context, (int)bytes) == 1);
    CHECK(EVP_PKEY_CTX_set0_ecdh_kdf_ukm(context, info, 4) == 1);
    CHECK(EVP_PKEY_derive_set_peer(context, peer) == 1 && EVP_PKEY_derive(context, out, &bytes) == 1);
    EVP_PKEY_CTX_free(context);
}

static void secrets(EVP_PKEY *ours, EVP_PKEY *theirs)
{
    uint8_t a[ROOM], b[ROOM];
    char name[ROOM];
    CHECK(EVP_PKEY_get_group_name(ours, name, ROOM, NULL) == 1);
    EVP_PKEY *peer = EVP_PKEY_Q_keygen(NULL, THEIRS, "EC", name), *same = copied(peer, OURS);
    for (int mode = 0; mode <= 1; mode++) {
        const size_t length = derive(ours, peer, OURS, mode, a);
        CHECK(length && length == derive(peer, theirs, THEIRS, mode, b) && memcmp(a, b, length) == 0);
        CHECK(length == derive(same, theirs, OURS, mode, b) && memcmp(a, b, length) == 0);
    }
    derive_by_x963(ours, peer, OURS, a, 100);
    derive_by_x963(peer, theirs, THEIRS, b, 100);
    CHECK(memcmp(a, b, 100) == 0);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(same);
}

static void copies(EVP_PKEY *ours)
{
    EVP_PKEY *copy = EVP_PKEY_dup(ours), *parameters = EVP_PKEY_new();
    CHECK(copy && is_ours(copy) && EVP_PKEY_eq(copy, ours) == 1);
    CHECK(EVP_PKEY_copy_parameters(parameters, ours) == 1 && EVP_PKEY_parameters_eq(parameters, ours) == 1);
    uint8_t *point = NULL;
    const size_t bytes = EVP_PKEY_get1_encoded_public_key(ours, &point);
    CHECK(bytes && EVP_PKEY_set1_encoded_public_key(parameters, point, bytes) == 1); /* as TLS does */
    CHECK(EVP_PKEY_eq(parameters, ours) == 1);
    OPENSSL_free(point);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, copy, OURS);
    CHECK(EVP_PKEY_check(context) == 1 && EVP_PKEY_pairwise_check(context) == 1);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(copy);
    EVP_PKEY_free(parameters);
}

static void agree(EVP_PKEY *ours, EVP_PKEY *theirs)
{
    equal_params(ours, theirs);
    in_all_forms(ours, theirs);
    signatures(ours, theirs);
    secrets(ours, theirs);
    copies(ours);
    EVP_PKEY_free(ours);
    EVP_PKEY_free(theirs);
}

int main(int argc, char **argv)
{
    CHECK(argc > 2);
    OSSL_PROVIDER *ours = loaded(argv[1]), *theirs = OSSL_PROVIDER_load(NULL, "default");
    CHECK(ours && theirs);
    for (int i = 2; i < argc; i++) {
        EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, OURS, "EC", argv[i]);
        CHECK(key && is_ours(key));
        agree(key, copied(key, THEIRS));
        key = EVP_PKEY_Q_keygen(NULL, THEIRS, "EC", argv[i]);
        CHECK(key && !is_ours(key));
        agree(copied(key, OURS), key);
    }
    CHECK(OSSL_PROVIDER_unload(ours) == 1 && OSSL_PROVIDER_unload(theirs) == 1);
    return 0;
}
