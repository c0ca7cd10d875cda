/* Keys and generations that change: all of their parts together, or none. */
#include "program.h"

#include <openssl/bn.h>

static const uint8_t digest[32] = {1, 2, 3};

static int has_private(const EVP_PKEY *key)
{
    BIGNUM *number = NULL;
    const int has = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1;
    BN_clear_free(number);
    return has;
}

static void generate(EVP_PKEY_CTX *context, const char *curve)
{
    EVP_PKEY *key = NULL;
    char name[ROOM];
    CHECK(EVP_PKEY_CTX_set_group_name(context, curve) == 1 && EVP_PKEY_generate(context, &key) == 1);
    CHECK(EVP_PKEY_get_group_name(key, name, sizeof name, NULL) == 1 && strcmp(name, curve) == 0);
    EVP_PKEY_free(key);
}

/* Curves of ours and of others by turns, an unknown one between them; then after a template. */
static void generations(void)
{
    EVP_PKEY *none = NULL, *template = EVP_PKEY_Q_keygen(NULL, OURS, "EC", "prime256v1");
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", OURS);
    CHECK(EVP_PKEY_keygen_init(context) == 1);
    generate(context, CURVE);
    generate(context, "prime256v1");
    generate(context, CURVE);
    CHECK(EVP_PKEY_CTX_set_group_name(context, "no-such-curve") == 1 && EVP_PKEY_generate(context, &none) != 1);
    generate(context, "sect233r1");
    EVP_PKEY_CTX_free(context);
    context = EVP_PKEY_CTX_new_from_pkey(NULL, template, OURS);
    CHECK(EVP_PKEY_keygen_init(context) == 1);
    generate(context, CURVE);
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(template);
    ERR_clear_error();
}

/* Of a key of ours, of one whose curve has all its parameters, of one on another curve. */
static void copies_of_parameters(void)
{
    for (int i = 0; i < 3; i++) {
        EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, OURS, "EC", i == 2 ? "prime256v1" : CURVE), *copy = EVP_PKEY_new();
        CHECK(i != 1 || EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_ENCODING, "explicit") == 1);
        CHECK(EVP_PKEY_copy_parameters(copy, key) == 1 && EVP_PKEY_parameters_eq(copy, key) == 1);
        CHECK(has_private(key) && !has_private(copy) && EVP_PKEY_eq(copy, key) != 1);
        EVP_PKEY_free(key);
        EVP_PKEY_free(copy);
    }
    ERR_clear_error();
}

/* A signature begun before stays possible. */
static void public_keys_of_private_keys(void)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, OURS, "EC", CURVE), *other = EVP_PKEY_Q_keygen(NULL, OURS, "EC", CURVE);
    uint8_t *own = NULL, *its = NULL, signature[ROOM];
    size_t length = sizeof signature;
    const size_t bytes = EVP_PKEY_get1_encoded_public_key(key, &own);
    CHECK(bytes && EVP_PKEY_get1_encoded_public_key(other, &its) == bytes);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, OURS);
    CHECK(EVP_PKEY_sign_init(context) == 1);
    CHECK(EVP_PKEY_set1_encoded_public_key(key, its, bytes) != 1);
    CHECK(EVP_PKEY_set1_encoded_public_key(key, own, bytes - 1) != 1);
    CHECK(EVP_PKEY_set1_encoded_public_key(key, own, bytes) == 1 && has_private(key));
    CHECK(EVP_PKEY_sign(context, signature, &length, digest, sizeof digest) == 1);
    CHECK(verify(key, OURS, signature, length, digest, sizeof digest));
    EVP_PKEY_CTX_free(context);
    OPENSSL_free(own);
    OPENSSL_free(its);
    EVP_PKEY_free(key);
    EVP_PKEY_free(other);
    ERR_clear_error();
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    OSSL_PROVIDER *ours = loaded(argv[1]), *theirs = OSSL_PROVIDER_load(NULL, "default");
    CHECK(ours && theirs);
    generations();
    copies_of_parameters();
    public_keys_of_private_keys();
    CHECK(OSSL_PROVIDER_unload(ours) == 1 && OSSL_PROVIDER_unload(theirs) == 1);
    return 0;
}
