/* Keys, signatures and settings with faults: each is refused with an error that says which. */
#include "program.h"

#include <motecurve/status.h>
#include <openssl/bn.h>
#include <openssl/decoder.h>
#include <openssl/param_build.h>
#include <openssl/x509.h>

#define FIELD_BYTES 30
/* The order of sect233k1 (SEC 2, 3.2.1). */
#define ORDER "008000000000000000000000000000069D5BB915BCD46EFB1AD5F173ABDF"

static const uint8_t digest[32] = {1, 2, 3};

/* A key of OpenSSL's parameters; private_key is hexadecimal. Null if it is refused. */
static EVP_PKEY *import(const char *group, const char *private_key, const uint8_t *point, size_t bytes)
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    CHECK(OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0));
    if (point)
        CHECK(OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, bytes));
    if (private_key) {
        CHECK(BN_hex2bn(&number, private_key));
        CHECK(OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number));
    }
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", OURS);
    CHECK(params && context && EVP_PKEY_fromdata_init(context) == 1);
    if (EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    BN_free(number);
    return key;
}

static void refuse(int reason, const char *private_key, const uint8_t *point, size_t bytes)
{
    CHECK(!import(CURVE, private_key, point, bytes));
    CHECK(last_reason() == reason);
}

static size_t point_of(EVP_PKEY *key, uint8_t point[ROOM])
{
    size_t bytes;
    CHECK(EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, ROOM, &bytes) == 1);
    return bytes;
}

static void keys_with_faults(EVP_PKEY *good)
{
    uint8_t point[ROOM], bad[ROOM] = {4};
    const size_t bytes = point_of(good, point);
    EVP_PKEY *same = import(CURVE, NULL, point, bytes);
    CHECK(bytes == 1 + 2 * FIELD_BYTES && same && EVP_PKEY_eq(same, good) == 1);
    EVP_PKEY_free(same);
    for (size_t length = 0; length < bytes; length++) {
        CHECK(!import(CURVE, NULL, point, length));
        last_reason();
    }
    refuse(MC_ERROR_LENGTH, NULL, point, bytes + 1);
    refuse(MC_ERROR_INFINITY, NULL, (const uint8_t[]){0}, 1);
    bad[bytes - 1 - FIELD_BYTES] = 1; /* (1, 0), of order 4: y^2 + x y = x^3 + 1 */
    refuse(MC_ERROR_SUBGROUP, NULL, bad, bytes);
    bad[bytes - 1 - FIELD_BYTES] = 0;
    bad[bytes - 1] = 1; /* (0, 1), of order 2 */
    refuse(MC_ERROR_SUBGROUP, NULL, bad, bytes);
    memcpy(bad, point, bytes);
    bad[bytes - 1] ^= 1;
    refuse(MC_ERROR_NOT_ON_CURVE, NULL, bad, bytes);
    bad[1] = 0x80;
    refuse(MC_ERROR_COORDINATE_RANGE, NULL, bad, bytes);
    bad[0] = 5;
    refuse(MC_ERROR_ENCODING, NULL, bad, bytes);
    refuse(MC_ERROR_SCALAR_ZERO, "0", NULL, 0);
    refuse(MC_ERROR_SCALAR_RANGE, ORDER, NULL, 0);
    refuse(MC_ERROR_SCALAR_RANGE, "1" ORDER, NULL, 0);
    refuse(MC_ERROR_KEY_PAIR, "2", point, bytes);
    CHECK(!import("no-such-curve", "2", NULL, 0));
    ERR_clear_error();
}

/* The same through DER, as files and certificates have it: every byte changed, every length, bytes behind. */
static void der_with_faults(EVP_PKEY *good)
{
    uint8_t *der = NULL;
    const int bytes = i2d_PUBKEY(good, &der);
    CHECK(bytes > 0);
    for (int i = 0; i < bytes; i++) {
        const uint8_t *from = der;
        der[i] ^= 0x20;
        EVP_PKEY *key = d2i_PUBKEY(NULL, &from, bytes);
        CHECK(!key || EVP_PKEY_eq(key, good) != 1);
        CHECK(!key || (i < 20 && EVP_PKEY_get_bits(key) != 232)); /* another curve at best, never another key */
        EVP_PKEY_free(key);
        der[i] ^= 0x20;
        from = der;
        CHECK(!d2i_PUBKEY(NULL, &from, i));
        ERR_clear_error();
    }
    OPENSSL_free(der);
    der = NULL;
    const int private_bytes = i2d_PrivateKey(good, &der);
    for (int i = 0; i < private_bytes; i++) {
        const uint8_t *from = der;
        CHECK(!d2i_AutoPrivateKey(NULL, &from, i));
    }
    ERR_clear_error();
    OPENSSL_free(der);
}

static void signatures_with_faults(EVP_PKEY *key)
{
    uint8_t signature[ROOM];
    const size_t length = sign(key, OURS, signature, digest, sizeof digest);
    for (size_t i = 0; i < length; i++) {
        CHECK(!verify(key, OURS, signature, i, digest, sizeof digest));
        signature[i] ^= 1;
        CHECK(!verify(key, OURS, signature, length, digest, sizeof digest));
        signature[i] ^= 1;
    }
    ERR_clear_error();
    signature[length] = 0;
    CHECK(!verify(key, OURS, signature, length + 1, digest, sizeof digest) && last_reason() == MC_ERROR_TRAILING);
    CHECK(!verify(key, OURS, signature, length, digest, sizeof digest / 2)); /* fewer bits than the order */
    CHECK(verify(key, OURS, signature, length, digest, sizeof digest));
    ERR_clear_error();
}

/* A secret never leaves its room, not even where it is longer than the order: its first bytes are given, as by
 * OpenSSL's own. Nor does a signature, of which nothing is given. */
static void small_rooms(const char *curve, size_t secret_bytes)
{
    uint8_t out[ROOM];
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, OURS, "EC", curve);
    for (size_t room = 0; room < secret_bytes; room++) {
        size_t length = room;
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, OURS);
        CHECK(EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, key) == 1);
        memset(out, 0xa5, sizeof out);
        CHECK(EVP_PKEY_derive(context, out, &length) == (room > 0) && length == room && out[room] == 0xa5);
        CHECK(EVP_PKEY_derive(context, NULL, &length) == 1 && length == secret_bytes);
        length = room;
        memset(out, 0xa5, sizeof out);
        CHECK(EVP_PKEY_sign_init(context) == 1 && EVP_PKEY_sign(context, out, &length, digest, sizeof digest) != 1);
        CHECK(out[0] == 0xa5 && out[room] == 0xa5);
        EVP_PKEY_CTX_free(context);
    }
    ERR_clear_error();
    EVP_PKEY_free(key);
}

static void calls_with_faults(EVP_PKEY *key)
{
    uint8_t out[ROOM], point[ROOM];
    size_t length = 10;
    EVP_PKEY *other = EVP_PKEY_Q_keygen(NULL, OURS, "EC", "prime256v1");
    EVP_PKEY *public_key = import(CURVE, NULL, point, point_of(key, point));
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, OURS);
    CHECK(other && public_key && EVP_PKEY_sign_init(context) == 1);
    CHECK(EVP_PKEY_sign(context, out, &length, digest, sizeof digest) != 1);
    last_reason();
    CHECK(EVP_PKEY_CTX_set_signature_md(context, EVP_sha384()) == 1);
    length = sizeof out;
    CHECK(EVP_PKEY_sign(context, out, &length, digest, sizeof digest) != 1); /* not a digest of SHA-384 */
    last_reason();
    CHECK(EVP_PKEY_CTX_set_signature_md(context, EVP_shake128()) != 1);
    ERR_clear_error();
    EVP_PKEY_CTX_free(context);
    context = EVP_PKEY_CTX_new_from_pkey(NULL, public_key, OURS);
    length = sizeof out;
    CHECK(EVP_PKEY_sign_init(context) == 1 && EVP_PKEY_sign(context, out, &length, digest, sizeof digest) != 1);
    last_reason();
    EVP_PKEY_CTX_free(context);
    CHECK(!derive(key, other, OURS, 0, out) && !derive(other, key, OURS, 0, out));
    ERR_clear_error();
    EVP_PKEY_free(other);
    EVP_PKEY_free(public_key);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    OSSL_PROVIDER *ours = loaded(argv[1]), *theirs = OSSL_PROVIDER_load(NULL, "default");
    CHECK(ours && theirs && EVP_set_default_properties(NULL, "?" OURS) == 1);
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, OURS, "EC", CURVE);
    CHECK(key && is_ours(key));
    keys_with_faults(key);
    der_with_faults(key);
    signatures_with_faults(key);
    calls_with_faults(key);
    small_rooms(CURVE, FIELD_BYTES);
    small_rooms("sect409k1", 52); /* of 51 bytes is the order */
    EVP_PKEY_free(key);
    CHECK(OSSL_PROVIDER_unload(ours) == 1 && OSSL_PROVIDER_unload(theirs) == 1);
    return 0;
}
