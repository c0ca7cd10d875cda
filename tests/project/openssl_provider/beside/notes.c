/* What a call has written, and what can be asked of a key. */
#include <openssl/bn.h>

#include "world.h"

void note(outcome *out, const void *bytes, size_t length)
{
    CHECK(out->length + length + sizeof(int) <= sizeof out->bytes);
    const int tag = (int)length;
    memcpy(out->bytes + out->length, &tag, sizeof tag);
    if (length)
        memcpy(out->bytes + out->length + sizeof tag, bytes, length);
    out->length += sizeof tag + length;
}

void note_number(outcome *out, int number)
{
    note(out, &number, sizeof number);
}

static void note_asked(outcome *out, EVP_PKEY *key)
{
    static const char *const texts[] = {OSSL_PKEY_PARAM_GROUP_NAME, OSSL_PKEY_PARAM_EC_ENCODING,
                                        OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                        OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE};
    static const char *const octets[] = {OSSL_PKEY_PARAM_PUB_KEY, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY,
                                         OSSL_PKEY_PARAM_EC_GENERATOR};
    static const char *const integers[] = {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC,
                                           OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS};
    uint8_t bytes[ROOM];
    char text[ROOM];
    size_t length = 0;
    int number = 0;
    BIGNUM *private_key = NULL;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        note(out, text, EVP_PKEY_get_utf8_string_param(key, texts[i], text, ROOM, &length) == 1 ? length : 0);
    for (size_t i = 0; i < sizeof octets / sizeof *octets; i++)
        note(out, bytes, EVP_PKEY_get_octet_string_param(key, octets[i], bytes, ROOM, &length) == 1 ? length : 0);
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        note_number(out, EVP_PKEY_get_int_param(key, integers[i], &number) == 1 ? number : -1);
    if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &private_key) == 1)
        note(out, bytes, (size_t)BN_bn2bin(private_key, bytes));
    BN_clear_free(private_key);
}

void note_key(outcome *out, EVP_PKEY *key)
{
    note_number(out, key != NULL);
    if (!key)
        return;
    note_number(out, EVP_PKEY_get_bits(key));
    note_number(out, EVP_PKEY_get_size(key));
    note_asked(out, key);
}
