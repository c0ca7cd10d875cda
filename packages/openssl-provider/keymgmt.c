/* Keys, whosever they are, and the table of functions by which OpenSSL manages them. */
#include "management.h"
#include "module.h"

#include <motecurve/key.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <string.h>

int key_import(void *of, int selection, const OSSL_PARAM params[])
{
    ec_key *key = of;
    if (!(selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS))
        return RAISE(key->provider, REASON_GROUP, "a key without its curve");
    const group *its_group = group_of_params(key->provider, params);
    return its_group ? key_set_by_params(key, its_group, selection, params) : others_import(key, selection, params);
}

/* As OpenSSL's own: never a private key without the public one. */
int key_export(void *of, int selection, OSSL_CALLBACK *callback, void *argument)
{
    const ec_key *key = of;
    if (!key || !(selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS) ||
        (selection & KEY_PARTS) == OSSL_KEYMGMT_SELECT_PRIVATE_KEY)
        return 0;
    if (key->its.other)
        return EVP_PKEY_export(key->its.other, selection, callback, argument);
    return key->its.group && key_params_export(key, selection, callback, argument);
}

int key_match(const void *of, const void *with, int selection)
{
    const ec_key *key = of, *other = with;
    if (!key || !other)
        return 0;
    if (key->its.other || other->its.other)
        return others_match(key, other, selection);
    if (!key->its.group || key->its.group != other->its.group)
        return 0;
    if (!(selection & KEY_PARTS))
        return 1;
    return key->its.has_public_key && other->its.has_public_key &&
           memcmp(key->its.public_key, other->its.public_key, mc_curve_public_key_bytes(key->its.group->curve)) == 0;
}

static int validate_private(const ec_key *key)
{
    uint8_t own[MC_MAX_PUBLIC_KEY_BYTES];
    const mc_curve *curve = key->its.group->curve;
    mc_status status = mc_public_key(own, key->its.private_key, mc_curve_scalar_bytes(curve), curve);
    if (!IS_DONE(key->provider, status, "a private key"))
        return 0;
    if (memcmp(own, key->its.public_key, mc_curve_public_key_bytes(curve)) != 0)
        status = MC_ERROR_KEY_PAIR;
    return IS_DONE(key->provider, status, "a pair of keys");
}

static int validate(const void *of, int selection, int check_type)
{
    const ec_key *key = of;
    (void)check_type;
    if (key->its.other)
        return others_validate(key, selection);
    if (!key_has(key, selection))
        return RAISE(key->provider, REASON_NO_KEY, "the key lacks a part that is to be validated");
    const mc_curve *curve = key->its.group->curve;
    if (selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS && key->flags.check == CHECK_NAMED_NIST &&
        !EC_curve_nid2nist(key->its.group->nid))
        return RAISE(key->provider, REASON_GROUP, "%s is no curve of NIST", key->its.group->name);
    if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY &&
        !IS_DONE(key->provider, mc_public_key_validate(key->its.public_key, mc_curve_public_key_bytes(curve), curve),
                 "a public key"))
        return 0;
    return !(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) || validate_private(key);
}

static void *copy(const void *of, int selection)
{
    const ec_key *key = of;
    ec_key *new = key ? key_new(key->provider) : NULL;
    if (new && (key->its.other ? others_set_copy(new, key, selection) : key_set_copy(new, key, selection)))
        return new;
    key_free(new);
    return NULL;
}

static int get_params(void *of, OSSL_PARAM params[])
{
    const ec_key *key = of;
    if (key->its.other)
        return EVP_PKEY_get_params(key->its.other, params);
    return key->its.group ? key_params_get(key, params)
                          : RAISE(key->provider, REASON_GROUP, "parameters of a key without its curve");
}

/* Which parts the other key has afterwards is asked of it: a call of OpenSSL's own that fails may have changed some. */
static int set_params_of_other(ec_key *key, const OSSL_PARAM params[])
{
    size_t bytes = 0;
    const int done = EVP_PKEY_set_params(key->its.other, (OSSL_PARAM *)params);
    if (EVP_PKEY_get_octet_string_param(key->its.other, OSSL_PKEY_PARAM_PUB_KEY, NULL, 0, &bytes) == 1)
        key_note_public_of_other(key);
    return done;
}

/* All of the parameters are set, or, on errors, none. */
static int set_params(void *of, const OSSL_PARAM params[])
{
    ec_key *key = of;
    const void *point = NULL;
    size_t bytes = 0;
    key_flags flags = key->flags;
    if (!params || !params->key)
        return 1;
    if (!key->its.other && !key->its.group)
        return RAISE(key->provider, REASON_GROUP, "a key without its curve");
    /* With another seed, or written with all parameters of its curve, it is no key of ours. */
    if (!key->its.other && (is_explicit(params) || OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_EC_SEED)))
        return others_take_over(key, params);
    if (key->its.other)
        return set_params_of_other(key, params);
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    if (p && !OSSL_PARAM_get_octet_string_ptr(p, &point, &bytes))
        return RAISE(key->provider, REASON_PARAMETER, "%s is not an octet string", OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    if (bytes)
        flags.form = form_of_point(point);
    if (!flags_of_params(key->provider, &flags, params) || (p && !key_set_public(key, point, bytes)))
        return 0;
    key->flags = flags;
    return 1;
}

#define DOMAIN_TYPES                                                                                                   \
    OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),                                                       \
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_ENCODING, NULL, 0),                                                  \
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, NULL, 0),                                   \
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_FIELD_TYPE, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_P, NULL, 0),  \
        OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_A, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_B, NULL, 0),                    \
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_GENERATOR, NULL, 0),                                                \
        OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_ORDER, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_COFACTOR, NULL, 0),         \
        OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_SEED, NULL, 0),                                                     \
        OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, NULL)
#define KEY_TYPES                                                                                                      \
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0), OSSL_PARAM_BN(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0)
#define FLAG_TYPES                                                                                                     \
    OSSL_PARAM_int(OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL), OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, NULL)

static const OSSL_PARAM *import_types(int selection)
{
    static const OSSL_PARAM domain[] = {DOMAIN_TYPES, FLAG_TYPES, OSSL_PARAM_END};
    static const OSSL_PARAM all[] = {DOMAIN_TYPES, FLAG_TYPES, KEY_TYPES, OSSL_PARAM_END};
    return selection & KEY_PARTS ? all : domain;
}

static const OSSL_PARAM *gettable(void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_DEFAULT_DIGEST, NULL, 0),
                                      OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_PUB_X, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_PUB_Y, NULL, 0),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_CHAR2_M, NULL),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_CHAR2_TYPE, NULL, 0),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_CHAR2_TP_BASIS, NULL),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_CHAR2_PP_K1, NULL),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_CHAR2_PP_K2, NULL),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_EC_CHAR2_PP_K3, NULL),
                                      DOMAIN_TYPES,
                                      FLAG_TYPES,
                                      KEY_TYPES,
                                      OSSL_PARAM_END};
    (void)of;
    return list;
}

static const OSSL_PARAM *settable(void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_ENCODING, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, NULL, 0),
                                      OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_SEED, NULL, 0),
                                      FLAG_TYPES,
                                      OSSL_PARAM_END};
    (void)of;
    return list;
}

static void *load(const void *reference, size_t bytes)
{
    ec_key *key = NULL;
    if (bytes != sizeof key)
        return NULL;
    memcpy(&key, reference, sizeof key);
    memset((void *)reference, 0, sizeof key); /* the key has left the decoder */
    return key;
}

static const char *query_operation_name(int operation)
{
    return operation == OSSL_OP_SIGNATURE ? "ECDSA" : operation == OSSL_OP_KEYEXCH ? "ECDH" : NULL;
}

const OSSL_DISPATCH key_functions[] = {
    {OSSL_FUNC_KEYMGMT_NEW, (void (*)(void))key_new},
    {OSSL_FUNC_KEYMGMT_FREE, (void (*)(void))key_free},
    {OSSL_FUNC_KEYMGMT_GEN_INIT, (void (*)(void))generation_new},
    {OSSL_FUNC_KEYMGMT_GEN_SET_TEMPLATE, (void (*)(void))generation_set_template},
    {OSSL_FUNC_KEYMGMT_GEN_SET_PARAMS, (void (*)(void))generation_set_params},
    {OSSL_FUNC_KEYMGMT_GEN_SETTABLE_PARAMS, (void (*)(void))generation_settable},
    {OSSL_FUNC_KEYMGMT_GEN, (void (*)(void))generation_run},
    {OSSL_FUNC_KEYMGMT_GEN_CLEANUP, (void (*)(void))generation_free},
    {OSSL_FUNC_KEYMGMT_LOAD, (void (*)(void))load},
    {OSSL_FUNC_KEYMGMT_GET_PARAMS, (void (*)(void))get_params},
    {OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, (void (*)(void))gettable},
    {OSSL_FUNC_KEYMGMT_SET_PARAMS, (void (*)(void))set_params},
    {OSSL_FUNC_KEYMGMT_SETTABLE_PARAMS, (void (*)(void))settable},
    {OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, (void (*)(void))query_operation_name},
    {OSSL_FUNC_KEYMGMT_HAS, (void (*)(void))key_has},
    {OSSL_FUNC_KEYMGMT_VALIDATE, (void (*)(void))validate},
    {OSSL_FUNC_KEYMGMT_MATCH, (void (*)(void))key_match},
    {OSSL_FUNC_KEYMGMT_IMPORT, (void (*)(void))key_import},
    {OSSL_FUNC_KEYMGMT_IMPORT_TYPES, (void (*)(void))import_types},
    {OSSL_FUNC_KEYMGMT_EXPORT, (void (*)(void))key_export},
    {OSSL_FUNC_KEYMGMT_EXPORT_TYPES, (void (*)(void))import_types},
    {OSSL_FUNC_KEYMGMT_DUP, (void (*)(void))copy},
    {0, NULL},
};
