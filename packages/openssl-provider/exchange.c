/* ECDH, with and without the cofactor; the secret as it is, or through the key derivation of X9.63. */
#include "provider.h"

#include <motecurve/ecdh.h>
#include <openssl/crypto.h>
#include <openssl/kdf.h>
#include <string.h>
#include <strings.h>

typedef struct {
    provider *provider;
    ec_key *key, *peer;
    int cofactor_mode; /* 0 or 1, or -1: as the key says */
    int is_derived;    /* by X9.63 */
    char *hash, *hash_properties;
    uint8_t *info;
    size_t info_bytes, out_bytes;
} exchange;

static void *exchange_new(void *of)
{
    exchange *new = OPENSSL_zalloc(sizeof *new);
    if (!new)
        return NULL;
    new->provider = of;
    new->cofactor_mode = -1;
    return new;
}

static void exchange_free(void *of)
{
    exchange *with = of;
    if (!with)
        return;
    key_free(with->key);
    key_free(with->peer);
    OPENSSL_free(with->hash);
    OPENSSL_free(with->hash_properties);
    OPENSSL_clear_free(with->info, with->info_bytes);
    OPENSSL_free(with);
}

static void *exchange_copy(void *of)
{
    const exchange *with = of;
    exchange *copy = exchange_new(with->provider);
    if (!copy)
        return NULL;
    *copy = *with;
    copy->key = with->key ? key_share(with->key) : NULL;
    copy->peer = with->peer ? key_share(with->peer) : NULL;
    copy->hash = with->hash ? OPENSSL_strdup(with->hash) : NULL;
    copy->hash_properties = with->hash_properties ? OPENSSL_strdup(with->hash_properties) : NULL;
    copy->info = with->info ? OPENSSL_memdup(with->info, with->info_bytes) : NULL;
    if (!copy->hash == !with->hash && !copy->hash_properties == !with->hash_properties && !copy->info == !with->info)
        return copy;
    exchange_free(copy);
    return NULL;
}

static int set_text(char **text, const OSSL_PARAM params[], const char *key)
{
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, key);
    if (!p)
        return 1;
    OPENSSL_free(*text);
    *text = NULL;
    return OSSL_PARAM_get_utf8_string(p, text, 0);
}

static int set_info(exchange *with, const OSSL_PARAM *p)
{
    void *info = NULL;
    size_t bytes = 0;
    if (!p)
        return 1;
    if (p->data && p->data_size && !OSSL_PARAM_get_octet_string(p, &info, 0, &bytes))
        return 0;
    OPENSSL_clear_free(with->info, with->info_bytes);
    with->info = info;
    with->info_bytes = bytes;
    return 1;
}

static int set_derivation(exchange *with, const OSSL_PARAM params[])
{
    char *kind = NULL;
    int done = set_text(&kind, params, OSSL_EXCHANGE_PARAM_KDF_TYPE);
    if (done && kind && *kind && strcasecmp(kind, OSSL_KDF_NAME_X963KDF) != 0)
        done = 0;
    if (done && kind)
        with->is_derived = *kind != 0;
    OPENSSL_free(kind);
    return done;
}

static int exchange_set_params(void *of, const OSSL_PARAM params[])
{
    exchange *with = of;
    if (!params)
        return 1;
    const OSSL_PARAM *mode = OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE);
    const OSSL_PARAM *bytes = OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_OUTLEN);
    int cofactor_mode = with->cofactor_mode;
    if ((mode && !OSSL_PARAM_get_int(mode, &cofactor_mode)) || cofactor_mode < -1 || cofactor_mode > 1)
        return RAISE(with->provider, REASON_PARAMETER, "%s is -1, 0 or 1", OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE);
    if (!set_derivation(with, params))
        return RAISE(with->provider, REASON_PARAMETER, "%s is empty or %s", OSSL_EXCHANGE_PARAM_KDF_TYPE,
                     OSSL_KDF_NAME_X963KDF);
    if (!set_text(&with->hash, params, OSSL_EXCHANGE_PARAM_KDF_DIGEST) ||
        !set_text(&with->hash_properties, params, OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS) ||
        !set_info(with, OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_UKM)) ||
        (bytes && !OSSL_PARAM_get_size_t(bytes, &with->out_bytes)))
        return RAISE(with->provider, REASON_PARAMETER, "a setting of the key derivation");
    with->cofactor_mode = cofactor_mode;
    return 1;
}

static int exchange_get_params(void *of, OSSL_PARAM params[])
{
    const exchange *with = of;
    OSSL_PARAM *p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE);
    const int mode = with->cofactor_mode >= 0 ? with->cofactor_mode : with->key && with->key->is_cofactor_used;
    if (p && !OSSL_PARAM_set_int(p, mode))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_TYPE);
    if (p && !OSSL_PARAM_set_utf8_string(p, with->is_derived ? OSSL_KDF_NAME_X963KDF : ""))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_DIGEST);
    if (p && !OSSL_PARAM_set_utf8_string(p, with->hash ? with->hash : ""))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_OUTLEN);
    if (p && !OSSL_PARAM_set_size_t(p, with->out_bytes))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_UKM);
    return !p || OSSL_PARAM_set_octet_ptr(p, with->info, with->info_bytes);
}

static int begin(void *of, void *key, const OSSL_PARAM params[])
{
    exchange *with = of;
    if (!key)
        return RAISE(with->provider, REASON_NO_KEY, "ECDH");
    key_free(with->key);
    with->key = key_share(key);
    return exchange_set_params(with, params);
}

static int set_peer(void *of, void *peer)
{
    exchange *with = of;
    if (!key_match(with->key, peer, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS))
        return RAISE(with->provider, REASON_OTHER_CURVE, "ECDH");
    key_free(with->peer);
    with->peer = key_share(peer);
    return 1;
}

#define SECRET_BYTES_MAX 128 /* of any curve that OpenSSL takes */
_Static_assert(MC_MAX_FIELD_BYTES <= SECRET_BYTES_MAX, "and of ours");

/* The shared secret as it is; of a null secret its bytes alone. */
static int agree(const exchange *with, uint8_t *secret, size_t *bytes)
{
    const ec_key *key = with->key;
    if (!with->peer)
        return RAISE(with->provider, REASON_NO_KEY, "ECDH has no key of a peer");
    if (key->other)
        return others_derive(key, with->peer, with->cofactor_mode, secret, bytes);
    if (!key->private_key || !with->peer->has_public_key)
        return RAISE(with->provider, REASON_NO_PRIVATE_KEY, "ECDH takes a private key, and a peer's public one");
    const mc_curve *curve = key->group->curve;
    const int is_cofactor_used = with->cofactor_mode >= 0 ? with->cofactor_mode : key->is_cofactor_used;
    *bytes = mc_curve_field_bytes(curve);
    if (!secret)
        return 1;
    return IS_DONE(with->provider,
                   (is_cofactor_used ? mc_ecdh_cofactor : mc_ecdh)(secret, key->private_key, with->peer->public_key,
                                                                   mc_curve_scalar_bytes(curve),
                                                                   mc_curve_public_key_bytes(curve), curve),
                   "ECDH");
}

static int derive_by_x963(const exchange *with, uint8_t *out, size_t out_bytes, uint8_t *secret, size_t secret_bytes)
{
    OSSL_PARAM params[5], *p = params;
    char *hash = with->hash ? with->hash : (char *)"SHA256";
    EVP_KDF *kdf = EVP_KDF_fetch(with->provider->library, OSSL_KDF_NAME_X963KDF, NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    *p++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, hash, 0);
    *p++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, secret, secret_bytes);
    if (with->info)
        *p++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, with->info, with->info_bytes);
    if (with->hash_properties)
        *p++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_PROPERTIES, with->hash_properties, 0);
    *p = OSSL_PARAM_construct_end();
    const int done = context && EVP_KDF_derive(context, out, out_bytes, params) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return done || RAISE(with->provider, REASON_OTHERS, "the key derivation of X9.63 with %s", hash);
}

static int derive(void *of, uint8_t *out, size_t *out_bytes, size_t room)
{
    const exchange *with = of;
    uint8_t secret[SECRET_BYTES_MAX];
    size_t bytes = sizeof secret;
    if (!with->key)
        return RAISE(with->provider, REASON_NO_KEY, "ECDH");
    *out_bytes = with->out_bytes;
    if (!out)
        return with->is_derived || agree(with, NULL, out_bytes);
    int done = agree(with, secret, &bytes);
    if (!with->is_derived)
        *out_bytes = bytes;
    if (done && room < *out_bytes)
        done = RAISE(with->provider, REASON_BUFFER, "the secret takes %zu bytes, and there are %zu", *out_bytes, room);
    if (done && with->is_derived)
        done = derive_by_x963(with, out, *out_bytes, secret, bytes);
    else if (done)
        memcpy(out, secret, bytes);
    OPENSSL_cleanse(secret, sizeof secret);
    return done;
}

#define TYPES                                                                                                          \
    OSSL_PARAM_int(OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE, NULL),                                                   \
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_TYPE, NULL, 0),                                                 \
        OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST, NULL, 0),                                               \
        OSSL_PARAM_size_t(OSSL_EXCHANGE_PARAM_KDF_OUTLEN, NULL)

static const OSSL_PARAM *exchange_settable(void *with, void *of)
{
    static const OSSL_PARAM list[] = {TYPES, OSSL_PARAM_utf8_string(OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS, NULL, 0),
                                      OSSL_PARAM_octet_string(OSSL_EXCHANGE_PARAM_KDF_UKM, NULL, 0), OSSL_PARAM_END};
    (void)with, (void)of;
    return list;
}

static const OSSL_PARAM *exchange_gettable(void *with, void *of)
{
    static const OSSL_PARAM list[] = {TYPES, OSSL_PARAM_octet_ptr(OSSL_EXCHANGE_PARAM_KDF_UKM, NULL, 0),
                                      OSSL_PARAM_END};
    (void)with, (void)of;
    return list;
}

const OSSL_DISPATCH exchange_functions[] = {
    {OSSL_FUNC_KEYEXCH_NEWCTX, (void (*)(void))exchange_new},
    {OSSL_FUNC_KEYEXCH_FREECTX, (void (*)(void))exchange_free},
    {OSSL_FUNC_KEYEXCH_DUPCTX, (void (*)(void))exchange_copy},
    {OSSL_FUNC_KEYEXCH_INIT, (void (*)(void))begin},
    {OSSL_FUNC_KEYEXCH_SET_PEER, (void (*)(void))set_peer},
    {OSSL_FUNC_KEYEXCH_DERIVE, (void (*)(void))derive},
    {OSSL_FUNC_KEYEXCH_SET_CTX_PARAMS, (void (*)(void))exchange_set_params},
    {OSSL_FUNC_KEYEXCH_SETTABLE_CTX_PARAMS, (void (*)(void))exchange_settable},
    {OSSL_FUNC_KEYEXCH_GET_CTX_PARAMS, (void (*)(void))exchange_get_params},
    {OSSL_FUNC_KEYEXCH_GETTABLE_CTX_PARAMS, (void (*)(void))exchange_gettable},
    {0, NULL},
};
