/* Calls passed on to other providers, and keys copied to them. */
#include "others.h"

#include <openssl/core_names.h>

EVP_PKEY_CTX *others_context(provider *of, EVP_PKEY *key)
{
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(of->library, key, OF_OTHERS)
                                : EVP_PKEY_CTX_new_from_name(of->library, "EC", OF_OTHERS);
    if (!context)
        RAISE(of, REASON_OTHERS, "is the default provider loaded, too?");
    return context;
}

static EVP_PKEY *imported(provider *of, int selection, const OSSL_PARAM params[])
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = others_context(of, NULL);
    if (context && EVP_PKEY_fromdata_init(context) == 1)
        EVP_PKEY_fromdata(context, &key, selection, (OSSL_PARAM *)params);
    EVP_PKEY_CTX_free(context);
    return key;
}

int others_import(ec_key *key, int selection, const OSSL_PARAM params[])
{
    EVP_PKEY *other = imported(key->provider, selection, params);
    int parts = selection & OSSL_KEYMGMT_SELECT_ALL_PARAMETERS;
    if (!other)
        return 0;
    if (selection & KEY_PARTS && OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY))
        parts |= OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY))
        parts |= OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
    key_set_other(key, other, parts);
    return 1;
}

typedef struct {
    provider *provider;
    int selection;
    EVP_PKEY *key;
} copying;

static int import_copy(const OSSL_PARAM params[], void *of)
{
    copying *copy = of;
    copy->key = imported(copy->provider, copy->selection, params);
    return copy->key != NULL;
}

/* An import takes the form of the curve for that of the public key. */
static int set_form(EVP_PKEY *copy, const ec_key *key)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    if (key->flags.form == key->flags.curve_form || !key->its.has_public_key)
        return 1;
    return EVP_PKEY_set1_encoded_public_key(copy, point, key_encode_point(point, key, key->flags.form)) == 1;
}

EVP_PKEY *others_copy(const ec_key *key)
{
    copying copy = {key->provider, OSSL_KEYMGMT_SELECT_ALL, NULL};
    if (key->its.other)
        return EVP_PKEY_up_ref(key->its.other) ? key->its.other : NULL;
    if (!key->its.group || !key_params_export(key, copy.selection, import_copy, &copy))
        return NULL;
    if (set_form(copy.key, key))
        return copy.key;
    EVP_PKEY_free(copy.key);
    return NULL;
}

int others_take_over(ec_key *key, const OSSL_PARAM params[])
{
    EVP_PKEY *other = others_copy(key);
    if (!other || EVP_PKEY_set_params(other, (OSSL_PARAM *)params) != 1) {
        EVP_PKEY_free(other);
        return 0;
    }
    key_set_other(key, other, OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | key_selection(key));
    return 1;
}

/* Its parts that are selected; not by export alone, which leaves out some of how a curve is checked and written. */
static EVP_PKEY *copied(provider *of, const EVP_PKEY *from, int its_parts, int selection)
{
    copying copy = {of, selection, NULL};
    if (!(selection & KEY_PARTS)) {
        copy.key = EVP_PKEY_new();
        if (copy.key && EVP_PKEY_copy_parameters(copy.key, from) == 1)
            return copy.key;
        EVP_PKEY_free(copy.key);
        return NULL;
    }
    if (!(its_parts & ~selection & KEY_PARTS))
        return EVP_PKEY_dup((EVP_PKEY *)from);
    EVP_PKEY_export(from, selection, import_copy, &copy);
    return copy.key;
}

int others_set_copy(ec_key *key, const ec_key *from, int selection)
{
    const int parts = key_selection(from);
    EVP_PKEY *other = copied(key->provider, from->its.other, parts, selection);
    if (!other)
        return 0;
    key_set_other(key, other, parts & selection);
    return 1;
}

int others_match(const ec_key *key, const ec_key *other, int selection)
{
    EVP_PKEY *first = others_copy(key), *second = others_copy(other);
    const int is_equal =
        first && second &&
        (selection & KEY_PARTS ? EVP_PKEY_eq(first, second) : EVP_PKEY_parameters_eq(first, second)) == 1;
    EVP_PKEY_free(first);
    EVP_PKEY_free(second);
    return is_equal;
}

int others_validate(const ec_key *key, int selection)
{
    EVP_PKEY_CTX *context = others_context(key->provider, key->its.other);
    int is_valid = context != NULL;
    if (selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS)
        is_valid = is_valid && EVP_PKEY_param_check(context) == 1;
    if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY)
        is_valid = is_valid && EVP_PKEY_public_check(context) == 1;
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY)
        is_valid = is_valid && EVP_PKEY_private_check(context) == 1;
    if ((selection & KEY_PARTS) == KEY_PARTS)
        is_valid = is_valid && EVP_PKEY_pairwise_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    return is_valid;
}

/* A context for the key, or for a copy of a key of ours. */
static EVP_PKEY_CTX *context_of(const ec_key *key)
{
    EVP_PKEY *other = others_copy(key);
    EVP_PKEY_CTX *context = other ? others_context(key->provider, other) : NULL;
    EVP_PKEY_free(other); /* the context holds it */
    return context;
}

int others_sign(const ec_key *key, uint8_t *signature, size_t *bytes, size_t room, const uint8_t *digest,
                size_t digest_bytes)
{
    EVP_PKEY_CTX *context = context_of(key);
    *bytes = room;
    const int done = context && EVP_PKEY_sign_init(context) == 1 &&
                     EVP_PKEY_sign(context, signature, bytes, digest, digest_bytes) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

int others_verify(const ec_key *key, const uint8_t *signature, size_t bytes, const uint8_t *digest, size_t digest_bytes)
{
    EVP_PKEY_CTX *context = context_of(key);
    const int is_valid = context && EVP_PKEY_verify_init(context) == 1
                             ? EVP_PKEY_verify(context, signature, bytes, digest, digest_bytes)
                             : BROKEN;
    EVP_PKEY_CTX_free(context);
    return is_valid;
}

int others_derive(const ec_key *key, const ec_key *peer, int cofactor_mode, uint8_t *secret, size_t *bytes)
{
    EVP_PKEY *its = others_copy(peer);
    EVP_PKEY_CTX *context = its ? context_of(key) : NULL;
    const int done = context && EVP_PKEY_derive_init(context) == 1 &&
                     EVP_PKEY_CTX_set_ecdh_cofactor_mode(context, cofactor_mode) == 1 &&
                     EVP_PKEY_derive_set_peer_ex(context, its, 0) == 1 && EVP_PKEY_derive(context, secret, bytes) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(its);
    return done;
}
