/* ECDH, with and without the cofactor; the secret as it is, or through the key derivation of X9.63. */
#include "management.h"
#include "module.h"

#include <motecurve/ecdh.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/kdf.h>
#include <string.h>
#include <strings.h>

/* What the caller sets. */
typedef struct {
    int cofactor_mode; /* 0 or 1, or -1: as the key says */
    int is_derived;    /* by X9.63 */
    EVP_MD *hash;      /* of the derivation; null if none was set */
    char *hash_properties;
    uint8_t *info;
    size_t info_bytes, out_bytes;
} settings;

typedef struct {
    provider *provider;
    ec_key *key, *peer;
    settings set;
} exchange;

static void *exchange_new(void *of)
{
    exchange *new = OPENSSL_zalloc(sizeof *new);
    if (!new)
        return NULL;
    new->provider = of;
    new->set.cofactor_mode = -1;
    return new;
}

static void settings_free(settings *set)
{
    EVP_MD_free(set->hash);
    OPENSSL_free(set->hash_properties);
    OPENSSL_clear_free(set->info, set->info_bytes);
}

static void exchange_free(void *of)
{
    exchange *with = of;
    if (!with)
        return;
    key_free(with->key);
    key_free(with->peer);
    settings_free(&with->set);
    OPENSSL_free(with);
}

/* All of the settings, or none of what they own. */
static int settings_copy(settings *to, const settings *from)
{
    *to = *from;
    to->hash = from->hash && EVP_MD_up_ref(from->hash) ? from->hash : NULL;
    to->hash_properties = from->hash_properties ? OPENSSL_strdup(from->hash_properties) : NULL;
    to->info = from->info ? OPENSSL_memdup(from->info, from->info_bytes) : NULL;
    if (!to->hash == !from->hash && !to->hash_properties == !from->hash_properties && !to->info == !from->info)
        return 1;
    settings_free(to);
    *to = (settings){.cofactor_mode = -1};
    return 0;
}

static void *exchange_copy(void *of)
{
    const exchange *with = of;
    exchange *copy = exchange_new(with->provider);
    if (!copy)
        return NULL;
    copy->key = with->key ? key_share(with->key) : NULL;
    copy->peer = with->peer ? key_share(with->peer) : NULL;
    if (settings_copy(&copy->set, &with->set))
        return copy;
    exchange_free(copy);
    return NULL;
}

static int set_hash(settings *set, OSSL_LIB_CTX *library, const OSSL_PARAM params[])
{
    const char *name = NULL, *properties = NULL;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_DIGEST);
    const OSSL_PARAM *of_hash = OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_DIGEST_PROPS);
    if (!p)
        return 1;
    if (!OSSL_PARAM_get_utf8_string_ptr(p, &name) || (of_hash && !OSSL_PARAM_get_utf8_string_ptr(of_hash, &properties)))
        return 0;
    EVP_MD_free(set->hash);
    OPENSSL_free(set->hash_properties);
    set->hash = EVP_MD_fetch(library, name, properties);
    set->hash_properties = properties ? OPENSSL_strdup(properties) : NULL;
    return set->hash && !properties == !set->hash_properties;
}

static int set_info(settings *set, const OSSL_PARAM *p)
{
    void *info = NULL;
    size_t bytes = 0;
    if (!p)
        return 1;
    if (p->data && p->data_size && !OSSL_PARAM_get_octet_string(p, &info, 0, &bytes))
        return 0;
    OPENSSL_clear_free(set->info, set->info_bytes);
    set->info = info;
    set->info_bytes = bytes;
    return 1;
}

static int set_derivation(settings *set, const OSSL_PARAM *p)
{
    const char *kind = NULL;
    if (!p)
        return 1;
    if (!OSSL_PARAM_get_utf8_string_ptr(p, &kind) || (*kind && strcasecmp(kind, OSSL_KDF_NAME_X963KDF) != 0))
        return 0;
    set->is_derived = *kind != 0;
    return 1;
}

static int set_all(const provider *of, settings *set, const OSSL_PARAM params[])
{
    const OSSL_PARAM *mode = OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE);
    const OSSL_PARAM *bytes = OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_OUTLEN);
    if ((mode && !OSSL_PARAM_get_int(mode, &set->cofactor_mode)) || set->cofactor_mode < -1 || set->cofactor_mode > 1)
        return RAISE(of, REASON_PARAMETER, "%s is -1, 0 or 1", OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE);
    if (!set_derivation(set, OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_TYPE)))
        return RAISE(of, REASON_PARAMETER, "%s is empty or %s", OSSL_EXCHANGE_PARAM_KDF_TYPE, OSSL_KDF_NAME_X963KDF);
    if (!set_hash(set, of->library, params))
        return RAISE(of, REASON_DIGEST, "no provider has the digest of the key derivation");
    if (!set_info(set, OSSL_PARAM_locate_const(params, OSSL_EXCHANGE_PARAM_KDF_UKM)) ||
        (bytes && !OSSL_PARAM_get_size_t(bytes, &set->out_bytes)))
        return RAISE(of, REASON_PARAMETER, "a setting of the key derivation");
    return 1;
}

/* All of the parameters are set, or, on errors, none. */
static int exchange_set_params(void *of, const OSSL_PARAM params[])
{
    exchange *with = of;
    settings new;
    if (!params)
        return 1;
    if (!settings_copy(&new, &with->set))
        return RAISE(with->provider, REASON_MEMORY, "settings of ECDH");
    if (!set_all(with->provider, &new, params)) {
        settings_free(&new);
        return 0;
    }
    settings_free(&with->set);
    with->set = new;
    return 1;
}

/* A key of another provider says by itself. */
static int is_cofactor_used(const exchange *with)
{
    int is_used = 0;
    if (with->set.cofactor_mode >= 0)
        return with->set.cofactor_mode;
    if (!with->key || !with->key->its.other)
        return with->key && with->key->flags.is_cofactor_used;
    return EVP_PKEY_get_int_param(with->key->its.other, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, &is_used) == 1 && is_used;
}

static int exchange_get_params(void *of, OSSL_PARAM params[])
{
    const exchange *with = of;
    const settings *set = &with->set;
    OSSL_PARAM *p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_EC_ECDH_COFACTOR_MODE);
    if (p && !OSSL_PARAM_set_int(p, is_cofactor_used(with)))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_TYPE);
    if (p && !OSSL_PARAM_set_utf8_string(p, set->is_derived ? OSSL_KDF_NAME_X963KDF : ""))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_DIGEST);
    if (p && !OSSL_PARAM_set_utf8_string(p, set->hash ? EVP_MD_get0_name(set->hash) : ""))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_OUTLEN);
    if (p && !OSSL_PARAM_set_size_t(p, set->out_bytes))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_EXCHANGE_PARAM_KDF_UKM);
    return !p || OSSL_PARAM_set_octet_ptr(p, set->info, set->info_bytes);
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

static mc_status agree_by_library(const exchange *with, uint8_t *secret)
{
    const mc_curve *curve = with->key->its.group->curve;
    return (is_cofactor_used(with) ? mc_ecdh_cofactor
                                   : mc_ecdh)(secret, with->key->its.private_key, with->peer->its.public_key,
                                              mc_curve_scalar_bytes(curve), mc_curve_public_key_bytes(curve), curve);
}

/* The shared secret as it is; of a null secret its bytes alone. Both keys may have changed since they were set. */
static int agree(const exchange *with, uint8_t *secret, size_t *bytes)
{
    const ec_key *key = with->key, *peer = with->peer;
    if (!peer)
        return RAISE(with->provider, REASON_NO_KEY, "ECDH has no key of a peer");
    if (!key_has(key, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS) ||
        !key_match(key, peer, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS))
        return RAISE(with->provider, REASON_OTHER_CURVE, "ECDH");
    if (secret && !(key_has(key, OSSL_KEYMGMT_SELECT_PRIVATE_KEY) && key_has(peer, OSSL_KEYMGMT_SELECT_PUBLIC_KEY)))
        return RAISE(with->provider, REASON_NO_PRIVATE_KEY, "ECDH takes a private key, and a peer's public one");
    if (key->its.other || peer->its.other)
        return others_derive(key, peer, with->set.cofactor_mode, secret, bytes);
    *bytes = mc_curve_field_bytes(key->its.group->curve);
    return !secret || IS_DONE(with->provider, agree_by_library(with, secret), "ECDH");
}

static int derive_by_x963(const exchange *with, uint8_t *out, uint8_t *secret, size_t secret_bytes)
{
    OSSL_PARAM params[5], *p = params;
    const settings *set = &with->set;
    if (!set->hash)
        return RAISE(with->provider, REASON_DIGEST, "the key derivation of X9.63 has no digest");
    EVP_KDF *kdf = EVP_KDF_fetch(with->provider->library, OSSL_KDF_NAME_X963KDF, NULL);
    EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    *p++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)EVP_MD_get0_name(set->hash), 0);
    *p++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, secret, secret_bytes);
    if (set->info)
        *p++ = OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, set->info, set->info_bytes);
    if (set->hash_properties)
        *p++ = OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_PROPERTIES, set->hash_properties, 0);
    *p = OSSL_PARAM_construct_end();
    const int done = context && EVP_KDF_derive(context, out, set->out_bytes, params) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
    return done ||
           RAISE(with->provider, REASON_OTHERS, "the key derivation of X9.63 with %s", EVP_MD_get0_name(set->hash));
}

/* As OpenSSL's own, the secret as it is gives its first bytes to a buffer that is shorter; a derived one is refused. */
static int derive(void *of, uint8_t *out, size_t *out_bytes, size_t room)
{
    const exchange *with = of;
    const settings *set = &with->set;
    uint8_t secret[SECRET_BYTES_MAX];
    size_t bytes = sizeof secret;
    if (!with->key)
        return RAISE(with->provider, REASON_NO_KEY, "ECDH");
    if (!out && set->is_derived)
        return *out_bytes = set->out_bytes, 1;
    if (!out)
        return agree(with, NULL, out_bytes);
    if (room < (set->is_derived ? set->out_bytes : 1))
        return RAISE(with->provider, REASON_BUFFER, "the secret takes %zu bytes, and there are %zu",
                     set->is_derived ? set->out_bytes : 1, room);
    int done = agree(with, secret, &bytes);
    if (done && set->is_derived)
        done = derive_by_x963(with, out, secret, bytes);
    else if (done)
        memcpy(out, secret, bytes < room ? bytes : room);
    if (done)
        *out_bytes = set->is_derived ? set->out_bytes : bytes < room ? bytes : room;
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
