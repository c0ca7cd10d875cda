/* Keys of DER. A decoder that finds something else, or a curve that is not served, says nothing: OpenSSL then asks the
 * other providers. A key on a curve of ours with a fault ends the search. */
#include "asn1.h"
#include "management.h"
#include "module.h"

#include <openssl/core_names.h>
#include <openssl/core_object.h>
#include <openssl/err.h>
#include <string.h>

typedef int reader(ec_key *key, BIO *in);

static void *decoder_new(void *of)
{
    return of;
}

static void decoder_free(void *of)
{
    (void)of;
}

static int hand_over(ec_key **key, OSSL_CALLBACK *callback, void *argument)
{
    int type = OSSL_OBJECT_PKEY;
    const OSSL_PARAM params[] = {
        OSSL_PARAM_int(OSSL_OBJECT_PARAM_TYPE, &type),
        OSSL_PARAM_utf8_string(OSSL_OBJECT_PARAM_DATA_TYPE, (char *)"EC", 2),
        OSSL_PARAM_octet_string(OSSL_OBJECT_PARAM_REFERENCE, key, sizeof *key),
        OSSL_PARAM_END,
    };
    return callback(params, argument);
}

static int decode(provider *of, OSSL_CORE_BIO *in, OSSL_CALLBACK *callback, void *argument, reader *read)
{
    BIO *bio = BIO_new_from_core_bio(of->library, in);
    ec_key *key = key_new(of);
    int done = bio && key;
    if (done) {
        ERR_set_mark();
        const int found = read(key, bio);
        if (found < 0)
            ERR_pop_to_mark();
        else
            ERR_clear_last_mark();
        done = found < 0 || (found && hand_over(&key, callback, argument));
    }
    key_free(key); /* unless it was handed over */
    BIO_free(bio);
    return done;
}

static int export_object(void *of, const void *reference, size_t bytes, OSSL_CALLBACK *callback, void *argument)
{
    ec_key *key;
    (void)of;
    if (bytes != sizeof key)
        return 0;
    memcpy(&key, reference, sizeof key);
    return key_export(key, OSSL_KEYMGMT_SELECT_ALL, callback, argument);
}

/* OpenSSL selects a private key with the rest, or a public key with the parameters, or these alone. */
static int selects_private(void *of, int selection)
{
    (void)of;
    return !selection || selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
}

static int selects_public(void *of, int selection)
{
    (void)of;
    return !selection || (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) && selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY);
}

static int selects_all_but_public(void *of, int selection)
{
    (void)of;
    return !selection || selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY || !(selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY);
}

#define DECODER(name, read, selects)                                                                                   \
    static int decode_##name(void *of, OSSL_CORE_BIO *in, int selection, OSSL_CALLBACK *callback, void *argument,      \
                             OSSL_PASSPHRASE_CALLBACK *passphrase, void *passphrase_argument)                          \
    {                                                                                                                  \
        (void)selection, (void)passphrase, (void)passphrase_argument;                                                  \
        return decode(of, in, callback, argument, read);                                                               \
    }                                                                                                                  \
    static const OSSL_DISPATCH name[] = {                                                                              \
        {OSSL_FUNC_DECODER_NEWCTX, (void (*)(void))decoder_new},                                                       \
        {OSSL_FUNC_DECODER_FREECTX, (void (*)(void))decoder_free},                                                     \
        {OSSL_FUNC_DECODER_DOES_SELECTION, (void (*)(void))selects},                                                   \
        {OSSL_FUNC_DECODER_DECODE, (void (*)(void))decode_##name},                                                     \
        {OSSL_FUNC_DECODER_EXPORT_OBJECT, (void (*)(void))export_object},                                              \
        {0, NULL},                                                                                                     \
    };

DECODER(of_private_key_info, private_key_info_read, selects_private)
DECODER(of_public_key_info, public_key_info_read, selects_public)
DECODER(of_sec1, sec1_read, selects_all_but_public)

#define INPUT(structure) PROPERTIES ",input=der,structure=" structure

const OSSL_ALGORITHM decoders[] = {
    {KEY_NAMES, INPUT("PrivateKeyInfo"), of_private_key_info, "PKCS #8"},
    {KEY_NAMES, INPUT("SubjectPublicKeyInfo"), of_public_key_info, "X.509"},
    {KEY_NAMES, INPUT("type-specific"), of_sec1, "SEC 1"},
    {NULL, NULL, NULL, NULL},
};
