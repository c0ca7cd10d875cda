/* What the programs of this folder share: a failed check says where and ends the program. Each loads motecurve.so from
 * the folder that its first argument names. */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/provider.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            ERR_print_errors_fp(stderr);                                                                               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#define CURVE  "sect233k1"
#define OURS   "provider=motecurve"
#define THEIRS "provider=default"
#define ROOM   256

/* The reason of the last error on the stack, whose texts must name a cause; the stack is empty afterwards. */
static inline int last_reason(void)
{
    const char *text;
    int flags;
    const unsigned long error = ERR_peek_last_error_all(NULL, NULL, NULL, &text, &flags);
    CHECK(error && ERR_reason_error_string(error) && flags & ERR_TXT_STRING && *text);
    ERR_clear_error();
    return ERR_GET_REASON(error);
}

static inline size_t sign(EVP_PKEY *key, const char *properties, uint8_t signature[ROOM], const uint8_t *digest,
                          size_t bytes)
{
    size_t length = ROOM;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, properties);
    CHECK(context && EVP_PKEY_sign_init(context) == 1);
    CHECK(EVP_PKEY_sign(context, signature, &length, digest, bytes) == 1);
    EVP_PKEY_CTX_free(context);
    return length;
}

static inline int verify(EVP_PKEY *key, const char *properties, const uint8_t *signature, size_t length,
                         const uint8_t *digest, size_t bytes)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, properties);
    CHECK(context && EVP_PKEY_verify_init(context) == 1);
    const int is_valid = EVP_PKEY_verify(context, signature, length, digest, bytes) == 1;
    EVP_PKEY_CTX_free(context);
    return is_valid;
}

/* The secret's length, or 0 if it was refused. */
static inline size_t derive(EVP_PKEY *key, EVP_PKEY *peer, const char *properties, int cofactor_mode,
                            uint8_t secret[ROOM])
{
    size_t length = ROOM;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, properties);
    CHECK(context && EVP_PKEY_derive_init(context) == 1);
    CHECK(EVP_PKEY_CTX_set_ecdh_cofactor_mode(context, cofactor_mode) == 1);
    const int done = EVP_PKEY_derive_set_peer(context, peer) == 1 && EVP_PKEY_derive(context, secret, &length) == 1;
    EVP_PKEY_CTX_free(context);
    return done ? length : 0;
}

static inline int is_ours(const EVP_PKEY *key)
{
    return strcmp(OSSL_PROVIDER_get0_name(EVP_PKEY_get0_provider(key)), "motecurve") == 0;
}

/* A provider from the folder, which is looked for nowhere else; null if it does not load. */
static inline OSSL_PROVIDER *loaded(const char *folder)
{
    CHECK(OSSL_PROVIDER_set_default_search_path(NULL, folder) == 1);
    return OSSL_PROVIDER_load(NULL, "motecurve");
}
