/* Calls that agree on secrets. */
#include "world.h"

#include <openssl/kdf.h>

static void begin(world *in, const choice *by, outcome *out)
{
    if (!in->keys[by->slot])
        return;
    EVP_PKEY_CTX_free(in->agreement);
    in->agreement = EVP_PKEY_CTX_new_from_pkey(NULL, in->keys[by->slot], in->properties);
    out->value = EVP_PKEY_derive_init(in->agreement);
}

static void begin_again(world *in, const choice *by, outcome *out)
{
    (void)by;
    if (in->agreement)
        out->value = EVP_PKEY_derive_init(in->agreement);
}

/* OpenSSL 3.0.19 reads at null if a peer without a public key, which is not validated, comes to be used. */
static void set_peer(world *in, const choice *by, outcome *out)
{
    uint8_t point[ROOM];
    size_t bytes;
    EVP_PKEY *peer = in->keys[by->to];
    if (peer && !by->a && EVP_PKEY_get_octet_string_param(peer, OSSL_PKEY_PARAM_PUB_KEY, point, ROOM, &bytes) != 1)
        return;
    if (in->agreement && peer)
        out->value = EVP_PKEY_derive_set_peer_ex(in->agreement, in->keys[by->to], (int)by->a);
}

static void derive_secret(world *in, const choice *by, outcome *out)
{
    static const size_t rooms[] = {ROOM, 30, 29, 16, 1, 0};
    uint8_t secret[ROOM] = {0};
    size_t bytes = by->a ? rooms[by->a - 1] : 0;
    if (!in->agreement)
        return;
    out->value = EVP_PKEY_derive(in->agreement, by->a ? secret : NULL, &bytes);
    if (out->value == 1)
        note_number(out, (int)bytes);
    CHECK(bytes <= ROOM);
    note(out, secret, out->value == 1 && by->a ? bytes : 0);
}

static void set_derivation(world *in, const choice *by, outcome *out)
{
    static const struct {
        const char *name, *text;
    } texts[] = {{OSSL_EXCHANGE_PARAM_KDF_TYPE, OSSL_KDF_NAME_X963KDF},
                 {OSSL_EXCHANGE_PARAM_KDF_TYPE, ""},
                 {OSSL_EXCHANGE_PARAM_KDF_TYPE, "oops"},
                 {OSSL_EXCHANGE_PARAM_KDF_DIGEST, "SHA-256"},
                 {OSSL_EXCHANGE_PARAM_KDF_DIGEST, "SHA512"}};
    if (!in->agreement)
        return;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(texts[by->a].name, (char *)texts[by->a].text, 0),
                           OSSL_PARAM_END};
    out->value = EVP_PKEY_CTX_set_params(in->agreement, params);
}

static void get_params(world *in, const choice *by, outcome *out)
{
    int mode = 9;
    size_t bytes = 9;
    char type[ROOM] = "", hash[ROOM] = "";
    OSSL_PARAM params[] = {OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, &mode),
                           OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, &bytes),
                           OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, type, ROOM),
                           OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, hash, ROOM), OSSL_PARAM_END};
    (void)by;
    if (!in->agreement)
        return;
    out->value = EVP_PKEY_CTX_get_params(in->agreement, params);
    note_number(out, mode);
    note_number(out, (int)bytes);
    note(out, type, ROOM);
    note(out, hash, ROOM);
}

static void set_no_such_digest(world *in, const choice *by, outcome *out)
{
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, (char *)"oops", 4), OSSL_PARAM_END};
    if (!in->agreement)
        return;
    out->may_differ = ALL_OR_NONE;
    const int value = EVP_PKEY_CTX_set_params(in->agreement, params);
    get_params(in, by, out);
    out->value = value;
}

static void set_numbers(world *in, const choice *by, outcome *out)
{
    static const int modes[] = {-1, 0, 1, 2, -2};
    int mode = modes[by->a % 5];
    size_t bytes = by->a == 5 ? 0 : 40;
    uint8_t info[4] = {1, 2, 3, 4};
    OSSL_PARAM params[] = {OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, &mode), OSSL_PARAM_END};
    if (by->a >= 5)
        params[0] = OSSL_PARAM_construct_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, &bytes);
    if (by->a == 7)
        params[0] = OSSL_PARAM_construct_octet_string(OSSL_EXCHANGE_PARAM_KDF_UKM, info, sizeof info);
    if (in->agreement)
        out->value = EVP_PKEY_CTX_set_params(in->agreement, params);
}

static void duplicate(world *in, const choice *by, outcome *out)
{
    EVP_PKEY_CTX *copy = in->agreement ? EVP_PKEY_CTX_dup(in->agreement) : NULL;
    (void)by;
    out->value = copy != NULL;
    if (!copy)
        return;
    EVP_PKEY_CTX_free(in->agreement);
    in->agreement = copy;
}

const call agreement_calls[] = {
    {"derive_init", begin, 1},
    {"derive_init again", begin_again, 1},
    {"derive_set_peer", set_peer, 2},
    {"derive", derive_secret, 7},
    {"set the derivation", set_derivation, 5},
    {"set a derivation's digest that is none", set_no_such_digest, 1},
    {"set numbers of the agreement", set_numbers, 8},
    {"get_params of an agreement", get_params, 1},
    {"dup of an agreement", duplicate, 1},
    {NULL, NULL, 0},
};
