/* Calls that write and read keys. */
#include "world.h"

#include <openssl/bio.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>

static const struct {
    int selection;
    const char *structure, *form;
} kinds[] = {{EVP_PKEY_KEYPAIR, "PrivateKeyInfo", "DER"},          {EVP_PKEY_KEYPAIR, "PrivateKeyInfo", "PEM"},
             {EVP_PKEY_PUBLIC_KEY, "SubjectPublicKeyInfo", "DER"}, {EVP_PKEY_PUBLIC_KEY, "SubjectPublicKeyInfo", "PEM"},
             {EVP_PKEY_KEYPAIR, "type-specific", "DER"},           {EVP_PKEY_KEYPAIR, "type-specific", "PEM"},
             {EVP_PKEY_KEY_PARAMETERS, "type-specific", "DER"},    {EVP_PKEY_KEY_PARAMETERS, "type-specific", "PEM"}};
#define KINDS (sizeof kinds / sizeof *kinds)

/* OpenSSL 3.0.19 loses memory where it cannot write a key whose curve has all its parameters. */
static int is_lossy(const EVP_PKEY *key)
{
    char encoding[ROOM];
    uint8_t point[ROOM];
    size_t bytes;
    return EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_EC_ENCODING, encoding, ROOM, NULL) == 1 &&
           strcmp(encoding, OSSL_PKEY_EC_ENCODING_EXPLICIT) == 0 &&
           EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, ROOM, &bytes) != 1;
}

static OSSL_ENCODER_CTX *encoder(const world *in, const choice *by)
{
    const EVP_PKEY *key = in->keys[by->slot];
    return key && !is_lossy(key) ? OSSL_ENCODER_CTX_new_for_pkey(in->keys[by->slot], kinds[by->a].selection,
                                                                 kinds[by->a].form, kinds[by->a].structure, NULL)
                                 : NULL;
}

static void encode(world *in, const choice *by, outcome *out)
{
    uint8_t *bytes = NULL;
    size_t length = 0;
    OSSL_ENCODER_CTX *context = encoder(in, by);
    out->value = context ? OSSL_ENCODER_to_data(context, &bytes, &length) : -4;
    OSSL_ENCODER_CTX_free(context);
    if (out->value == 1) {
        CHECK(length <= sizeof in->encoding);
        memcpy(in->encoding, bytes, length);
        in->encoding_bytes = length;
        note(out, bytes, length);
    }
    OPENSSL_free(bytes);
}

/* With a salt: what is written differs, and is read again. */
static void encode_encrypted(world *in, const choice *by, outcome *out)
{
    uint8_t *bytes = NULL;
    size_t length = 0;
    EVP_PKEY *back = NULL;
    OSSL_ENCODER_CTX *context = encoder(in, by);
    out->may_differ = by->a == 4 ? PLAIN_SEC1 : NONE;
    out->value = context && OSSL_ENCODER_CTX_set_cipher(context, "AES-128-CBC", NULL) &&
                 OSSL_ENCODER_CTX_set_passphrase(context, (const uint8_t *)"secret", 6) &&
                 OSSL_ENCODER_to_data(context, &bytes, &length);
    OSSL_ENCODER_CTX_free(context);
    if (out->value == 1) {
        const uint8_t *from = bytes;
        OSSL_DECODER_CTX *reader =
            OSSL_DECODER_CTX_new_for_pkey(&back, kinds[by->a].form, NULL, "EC", 0, NULL, in->preferred);
        CHECK(reader && OSSL_DECODER_CTX_set_passphrase(reader, (const uint8_t *)"secret", 6));
        note_number(out, OSSL_DECODER_from_data(reader, &from, &length));
        note_key(out, back);
        OSSL_DECODER_CTX_free(reader);
        EVP_PKEY_free(back);
    }
    OPENSSL_free(bytes);
}

/* Any provider may be the one that reads a key. */
static EVP_PKEY *brought_into(const world *in, EVP_PKEY *key)
{
    EVP_PKEY *copy = copied(key, in->properties);
    EVP_PKEY_free(key);
    return copy;
}

/* Whatever was written last, with a byte changed if a is 1, shortened if it is 2. */
static void decode(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *key = NULL;
    const uint8_t *from = in->encoding;
    size_t length = in->encoding_bytes - (by->a == 2);
    if (!in->encoding_bytes)
        return;
    OSSL_DECODER_CTX *context = OSSL_DECODER_CTX_new_for_pkey(&key, NULL, NULL, "EC", 0, NULL, in->preferred);
    CHECK(context);
    in->encoding[in->encoding_bytes - 1] ^= by->a == 1;
    out->value = OSSL_DECODER_from_data(context, &from, &length);
    in->encoding[in->encoding_bytes - 1] ^= by->a == 1;
    note_number(out, (int)length);
    OSSL_DECODER_CTX_free(context);
    if (out->value == 1)
        put(in, by->to, brought_into(in, key));
    else
        EVP_PKEY_free(key);
}

static void print(world *in, const choice *by, outcome *out)
{
    static int (*const printers[])(BIO *, const EVP_PKEY *, int, ASN1_PCTX *) = {
        EVP_PKEY_print_public, EVP_PKEY_print_private, EVP_PKEY_print_params};
    BIO *memory = BIO_new(BIO_s_mem());
    char *text = NULL;
    out->value = in->keys[by->slot] ? printers[by->a](memory, in->keys[by->slot], 2, NULL) : -4;
    const long length = BIO_get_mem_data(memory, &text);
    if (out->value == 1)
        note(out, text, (size_t)length);
    BIO_free(memory);
}

const call encoding_calls[] = {
    {"encode", encode, KINDS}, {"encode, encrypted", encode_encrypted, 6}, {"decode", decode, 3}, {"print", print, 3},
    {NULL, NULL, 0},
};
