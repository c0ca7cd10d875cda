/* Keys to DER and PEM, private keys encrypted on demand. Other structures are left to OpenSSL's own encoders, which
 * take our keys by export; and so is text, but through here, as they do not take all keys that they make (SM2's curve).
 */
#include "asn1.h"
#include "management.h"
#include "module.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/encoder.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <string.h>

typedef struct {
    provider *provider;
    EVP_CIPHER *cipher;
    int is_encrypted;
    OSSL_PASSPHRASE_CALLBACK *passphrase;
    void *passphrase_argument;
} encoding;

/* A structure: how its DER is written, and its name in PEM and in OpenSSL. */
typedef struct {
    size_t (*write)(uint8_t **der, const ec_key *key);
    const char *pem, *name;
} structure;

static const structure private_info = {private_key_info, PEM_STRING_PKCS8INF, "PrivateKeyInfo"};
static const structure public_info = {public_key_info, PEM_STRING_PUBLIC, "SubjectPublicKeyInfo"};
static const structure ec_private = {sec1_private_key, PEM_STRING_ECPRIVATEKEY, "type-specific"};
static const structure ec_parameters = {sec1_parameters, PEM_STRING_ECPARAMETERS, "type-specific"};

static void *encoder_new(void *of)
{
    encoding *new = OPENSSL_zalloc(sizeof *new);
    if (new)
        new->provider = of;
    return new;
}

static void encoder_free(void *of)
{
    EVP_CIPHER_free(((encoding *)of)->cipher);
    OPENSSL_free(of);
}

static const OSSL_PARAM *encoder_settable(void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_ENCODER_PARAM_CIPHER, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_ENCODER_PARAM_PROPERTIES, NULL, 0), OSSL_PARAM_END};
    (void)of;
    return list;
}

static int encoder_set_params(void *of, const OSSL_PARAM params[])
{
    encoding *with = of;
    const char *name = NULL, *properties = NULL;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_ENCODER_PARAM_PROPERTIES);
    if (p && !OSSL_PARAM_get_utf8_string_ptr(p, &properties))
        return 0;
    p = OSSL_PARAM_locate_const(params, OSSL_ENCODER_PARAM_CIPHER);
    if (!p)
        return 1;
    EVP_CIPHER_free(with->cipher);
    with->cipher = NULL;
    with->is_encrypted = p->data != NULL;
    if (!with->is_encrypted)
        return 1;
    if (!OSSL_PARAM_get_utf8_string_ptr(p, &name))
        return 0;
    with->cipher = EVP_CIPHER_fetch(with->provider->library, name, properties);
    return with->cipher || RAISE(with->provider, REASON_ENCODING, "no provider has the cipher %s", name);
}

/* A pem_password_cb. */
static int ask_passphrase(char *passphrase, int room, int is_written, void *of)
{
    const encoding *with = of;
    size_t bytes = 0;
    (void)is_written;
    if (!with->passphrase || !with->passphrase(passphrase, (size_t)room, &bytes, (const OSSL_PARAM[]){OSSL_PARAM_END},
                                               with->passphrase_argument))
        return -1;
    return (int)bytes;
}

static int copy_der(const void *of, unsigned char **out)
{
    const struct {
        const uint8_t *der;
        size_t bytes;
    } *from = of;
    if (out) {
        memcpy(*out, from->der, from->bytes);
        *out += from->bytes;
    }
    return (int)from->bytes;
}

static int write_encrypted_info(const encoding *with, BIO *out, const uint8_t *der, size_t bytes, int is_pem)
{
    char passphrase[PEM_BUFSIZE];
    const uint8_t *end = der;
    const int length = ask_passphrase(passphrase, sizeof passphrase, 1, (void *)with);
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &end, (long)bytes);
    X509_SIG *encrypted = NULL;
    if (length < 0)
        RAISE(with->provider, REASON_ENCODING, "there is no passphrase");
    else if (info)
        encrypted =
            PKCS8_encrypt_ex(-1, with->cipher, passphrase, length, NULL, 0, 0, info, with->provider->library, NULL);
    const int done = encrypted && (is_pem ? PEM_write_bio_PKCS8(out, encrypted) : i2d_PKCS8_bio(out, encrypted));
    OPENSSL_cleanse(passphrase, sizeof passphrase);
    PKCS8_PRIV_KEY_INFO_free(info);
    X509_SIG_free(encrypted);
    return done;
}

static int write_sec1_pem(const encoding *with, BIO *out, const uint8_t *der, size_t bytes)
{
    const struct {
        const uint8_t *der;
        size_t bytes;
    } from = {der, bytes};
    return PEM_ASN1_write_bio(copy_der, PEM_STRING_ECPRIVATEKEY, out, &from, with->cipher, NULL, 0, ask_passphrase,
                              (void *)with);
}

static int write_der(const encoding *with, BIO *out, const structure *how, const uint8_t *der, size_t bytes, int is_pem)
{
    const int is_private = how == &private_info || how == &ec_private;
    if (with->is_encrypted && how == &private_info)
        return write_encrypted_info(with, out, der, bytes, is_pem);
    if (with->is_encrypted && is_private && is_pem)
        return write_sec1_pem(with, out, der, bytes);
    if (with->is_encrypted && is_private)
        return RAISE(with->provider, REASON_ENCODING, "SEC 1 in DER has no encryption: choose PEM or PKCS #8");
    return is_pem ? PEM_write_bio(out, how->pem, "", der, (long)bytes) > 0
                  : BIO_write(out, der, (int)bytes) == (int)bytes;
}

static int encode_other(const encoding *with, BIO *out, EVP_PKEY *other, const char *form, const char *name,
                        int selection)
{
    OSSL_ENCODER_CTX *context = OSSL_ENCODER_CTX_new_for_pkey(other, selection, form, name, OF_OTHERS);
    const int done =
        context &&
        (!with->is_encrypted || OSSL_ENCODER_CTX_set_cipher(context, EVP_CIPHER_get0_name(with->cipher), NULL)) &&
        (!with->passphrase ||
         OSSL_ENCODER_CTX_set_passphrase_cb(context, with->passphrase, with->passphrase_argument)) &&
        OSSL_ENCODER_to_bio(context, out);
    OSSL_ENCODER_CTX_free(context);
    return done;
}

static int encode(encoding *with, OSSL_CORE_BIO *core, const structure *how, const ec_key *key, int selection,
                  int is_pem)
{
    uint8_t *der = NULL;
    const int part = how == &public_info     ? OSSL_KEYMGMT_SELECT_PUBLIC_KEY
                     : how == &ec_parameters ? OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS
                                             : OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
    if (!key || !key_has(key, part))
        return RAISE(with->provider, REASON_ENCODING, "the key has no part to write in %s", how->pem);
    BIO *out = BIO_new_from_core_bio(with->provider->library, core);
    if (!out)
        return 0;
    int done = 0;
    if (key->its.other)
        done = encode_other(with, out, key->its.other, is_pem ? "PEM" : "DER", how->name, selection);
    else {
        const size_t bytes = how->write(&der, key);
        done = bytes && write_der(with, out, how, der, bytes, is_pem);
        OPENSSL_clear_free(der, bytes);
    }
    BIO_free(out);
    return done;
}

static int encode_text(void *of, OSSL_CORE_BIO *core, const void *key, const OSSL_PARAM abstract[], int selection,
                       OSSL_PASSPHRASE_CALLBACK *passphrase, void *argument)
{
    const encoding *with = of;
    (void)passphrase, (void)argument;
    EVP_PKEY *other = key && !abstract ? others_copy(key) : NULL;
    BIO *out = BIO_new_from_core_bio(with->provider->library, core);
    const int done = other && out && encode_other(with, out, other, "TEXT", NULL, selection);
    BIO_free(out);
    EVP_PKEY_free(other);
    return done;
}

static void *import_object(void *of, int selection, const OSSL_PARAM params[])
{
    ec_key *key = key_new(((encoding *)of)->provider);
    if (key && key_import(key, selection, params))
        return key;
    key_free(key);
    return NULL;
}

static int selects_private(void *of, int selection)
{
    (void)of;
    return (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) != 0;
}

static int selects_public(void *of, int selection)
{
    (void)of;
    return !(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) && selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
}

static int selects_all_but_public(void *of, int selection)
{
    return selects_private(of, selection) || !selects_public(of, selection);
}

static int selects_any(void *of, int selection)
{
    (void)of, (void)selection;
    return 1;
}

static const structure *sec1_of(int selection)
{
    return selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY ? &ec_private : &ec_parameters;
}

#define ENCODER_FUNCTIONS(name, selects)                                                                               \
    static const OSSL_DISPATCH name[] = {                                                                              \
        {OSSL_FUNC_ENCODER_NEWCTX, (void (*)(void))encoder_new},                                                       \
        {OSSL_FUNC_ENCODER_FREECTX, (void (*)(void))encoder_free},                                                     \
        {OSSL_FUNC_ENCODER_SET_CTX_PARAMS, (void (*)(void))encoder_set_params},                                        \
        {OSSL_FUNC_ENCODER_SETTABLE_CTX_PARAMS, (void (*)(void))encoder_settable},                                     \
        {OSSL_FUNC_ENCODER_DOES_SELECTION, (void (*)(void))selects},                                                   \
        {OSSL_FUNC_ENCODER_ENCODE, (void (*)(void))encode_##name},                                                     \
        {OSSL_FUNC_ENCODER_IMPORT_OBJECT, (void (*)(void))import_object},                                              \
        {OSSL_FUNC_ENCODER_FREE_OBJECT, (void (*)(void))key_free},                                                     \
        {0, NULL},                                                                                                     \
    };
#define ENCODER(name, how, selects, is_pem)                                                                            \
    static int encode_##name(void *with, OSSL_CORE_BIO *out, const void *key, const OSSL_PARAM abstract[],             \
                             int selection, OSSL_PASSPHRASE_CALLBACK *passphrase, void *argument)                      \
    {                                                                                                                  \
        encoding *its = with;                                                                                          \
        its->passphrase = passphrase;                                                                                  \
        its->passphrase_argument = argument;                                                                           \
        return !abstract && encode(its, out, how, key, selection, is_pem);                                             \
    }                                                                                                                  \
    ENCODER_FUNCTIONS(name, selects)

ENCODER(private_info_der, &private_info, selects_private, 0)
ENCODER(private_info_pem, &private_info, selects_private, 1)
ENCODER(public_info_der, &public_info, selects_public, 0)
ENCODER(public_info_pem, &public_info, selects_public, 1)
ENCODER(sec1_der, sec1_of(selection), selects_all_but_public, 0)
ENCODER(sec1_pem, sec1_of(selection), selects_all_but_public, 1)
ENCODER_FUNCTIONS(text, selects_any)

#define OUTPUT(form, structure) PROPERTIES ",output=" form ",structure=" structure

const OSSL_ALGORITHM encoders[] = {
    {"EC", OUTPUT("der", "PrivateKeyInfo"), private_info_der, "PKCS #8"},
    {"EC", OUTPUT("pem", "PrivateKeyInfo"), private_info_pem, "PKCS #8"},
    {"EC", OUTPUT("der", "SubjectPublicKeyInfo"), public_info_der, "X.509"},
    {"EC", OUTPUT("pem", "SubjectPublicKeyInfo"), public_info_pem, "X.509"},
    {"EC", OUTPUT("der", "type-specific"), sec1_der, "SEC 1"},
    {"EC", OUTPUT("pem", "type-specific"), sec1_pem, "SEC 1"},
    {"EC", PROPERTIES ",output=text", text, "text"},
    {NULL, NULL, NULL, NULL},
};
