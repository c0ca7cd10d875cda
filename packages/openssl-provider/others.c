/* Keys on curves that this provider does not serve: they are keys of the application's other providers. The library
 * context is a child of the application's, in which the property query leaves this provider out. */
#include "provider.h"

#include <string.h>

EVP_PKEY_CTX *others_context(provider *of, EVP_PKEY *key)
{
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(of->library, key, OF_OTHERS)
                                : EVP_PKEY_CTX_new_from_name(of->library, "EC", OF_OTHERS);
    if (!context)
        RAISE(of, REASON_OTHERS, "is the default provider loaded, too?");
    return context;
}

int others_import(ec_key *key, int selection, const OSSL_PARAM params[])
{
    EVP_PKEY_CTX *context = others_context(key->provider, NULL);
    const int done = context && EVP_PKEY_fromdata_init(context) == 1 &&
                     EVP_PKEY_fromdata(context, &key->other, selection, (OSSL_PARAM *)params) == 1;
    EVP_PKEY_CTX_free(context);
    key->other_selection = selection & OSSL_KEYMGMT_SELECT_ALL_PARAMETERS;
    if (selection & OSSL_KEYMGMT_SELECT_KEYPAIR && OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY))
        key->other_selection |= OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY))
        key->other_selection |= OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
    return done;
}

static int import_to(const OSSL_PARAM params[], void *copy)
{
    return others_import(copy, OSSL_KEYMGMT_SELECT_ALL, params);
}

EVP_PKEY *others_copy(const ec_key *key)
{
    ec_key copy = {.provider = key->provider};
    if (key->other)
        return EVP_PKEY_up_ref(key->other) ? key->other : NULL;
    return key_export((void *)key, OSSL_KEYMGMT_SELECT_ALL, import_to, &copy) ? copy.other : NULL;
}

int others_take_over(ec_key *key)
{
    const int parts = key->private_key      ? OSSL_KEYMGMT_SELECT_KEYPAIR
                      : key->has_public_key ? OSSL_KEYMGMT_SELECT_PUBLIC_KEY
                                            : 0;
    EVP_PKEY *other = others_copy(key);
    if (!other || !key_set(key, key->group, NULL, 0, NULL, 0)) {
        EVP_PKEY_free(other);
        return 0;
    }
    key->group = NULL;
    key->other = other;
    key->other_selection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | parts;
    return 1;
}

int others_validate(const ec_key *key, int selection)
{
    EVP_PKEY_CTX *context = others_context(key->provider, key->other);
    int is_valid = context != NULL;
    if (selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS)
        is_valid = is_valid && EVP_PKEY_param_check(context) == 1;
    if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY)
        is_valid = is_valid && EVP_PKEY_public_check(context) == 1;
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY)
        is_valid = is_valid && EVP_PKEY_private_check(context) == 1;
    if ((selection & OSSL_KEYMGMT_SELECT_KEYPAIR) == OSSL_KEYMGMT_SELECT_KEYPAIR)
        is_valid = is_valid && EVP_PKEY_pairwise_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    return is_valid;
}

int others_sign(const ec_key *key, uint8_t *signature, size_t *bytes, size_t room, const uint8_t *digest,
                size_t digest_bytes)
{
    EVP_PKEY_CTX *context = others_context(key->provider, key->other);
    *bytes = room;
    const int done = context && EVP_PKEY_sign_init(context) == 1 &&
                     EVP_PKEY_sign(context, signature, bytes, digest, digest_bytes) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

int others_verify(const ec_key *key, const uint8_t *signature, size_t bytes, const uint8_t *digest, size_t digest_bytes)
{
    EVP_PKEY_CTX *context = others_context(key->provider, key->other);
    const int is_valid = context && EVP_PKEY_verify_init(context) == 1
                             ? EVP_PKEY_verify(context, signature, bytes, digest, digest_bytes)
                             : BROKEN;
    EVP_PKEY_CTX_free(context);
    return is_valid;
}

int others_derive(const ec_key *key, const ec_key *peer, int cofactor_mode, uint8_t *secret, size_t *bytes)
{
    EVP_PKEY *its = others_copy(peer);
    EVP_PKEY_CTX *context = its ? others_context(key->provider, key->other) : NULL;
    const int done = context && EVP_PKEY_derive_init(context) == 1 &&
                     EVP_PKEY_CTX_set_ecdh_cofactor_mode(context, cofactor_mode) == 1 &&
                     EVP_PKEY_derive_set_peer_ex(context, its, 0) == 1 && EVP_PKEY_derive(context, secret, bytes) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(its);
    return done;
}
