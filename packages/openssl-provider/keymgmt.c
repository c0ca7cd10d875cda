/* Key management: generation, and the table of functions. */
#include "provider.h"

#include <openssl/crypto.h>
#include <string.h>

typedef struct {
    provider *provider;
    int selection;
    const group *group;
    point_conversion_form_t form;
    int is_cofactor_used;
    OSSL_PARAM *given;   /* all that was set */
    EVP_PKEY_CTX *other; /* for a curve that is not served */
} generation;

static void generation_free(void *of)
{
    generation *new = of;
    if (!new)
        return;
    EVP_PKEY_CTX_free(new->other);
    OSSL_PARAM_free(new->given);
    OPENSSL_free(new);
}

static int begin_other(generation *new, EVP_PKEY *template)
{
    EVP_PKEY_CTX_free(new->other);
    new->group = NULL;
    new->other = others_context(new->provider, template);
    return new->other && (new->selection & OSSL_KEYMGMT_SELECT_KEYPAIR ? EVP_PKEY_keygen_init(new->other)
                                                                       : EVP_PKEY_paramgen_init(new->other)) == 1;
}

/* Adds the parameters to those set before. */
static int remember(generation *new, const OSSL_PARAM params[])
{
    OSSL_PARAM *merged = new->given ? OSSL_PARAM_merge(new->given, params) : NULL;
    OSSL_PARAM *given = OSSL_PARAM_dup(merged ? merged : params);
    OPENSSL_free(merged);
    if (!given)
        return RAISE(new->provider, REASON_MEMORY, "parameters of a generation");
    OSSL_PARAM_free(new->given);
    new->given = given;
    return 1;
}

static int generation_set_params(void *of, const OSSL_PARAM params[])
{
    generation *new = of;
    if (!params || !params->key)
        return 1;
    if (!remember(new, params))
        return 0;
    const OSSL_PARAM *name = OSSL_PARAM_locate_const(new->given, OSSL_PKEY_PARAM_GROUP_NAME);
    const OSSL_PARAM *cofactor = OSSL_PARAM_locate_const(new->given, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH);
    if (name)
        new->group = group_of_params(new->provider, new->given);
    if (!new->group && (name || OSSL_PARAM_locate_const(new->given, OSSL_PKEY_PARAM_EC_P)))
        return begin_other(new, NULL) && EVP_PKEY_CTX_set_params(new->other, new->given) == 1;
    if (!form_of_params(&new->form, new->given) || (cofactor && !OSSL_PARAM_get_int(cofactor, &new->is_cofactor_used)))
        return RAISE(new->provider, REASON_PARAMETER, "a form of points or a cofactor mode that is none");
    return 1;
}

static void *generation_new(void *of, int selection, const OSSL_PARAM params[])
{
    generation *new = OPENSSL_zalloc(sizeof *new);
    if (!new)
        return NULL;
    new->provider = of;
    new->selection = selection;
    new->form = POINT_CONVERSION_UNCOMPRESSED;
    if (generation_set_params(new, params))
        return new;
    generation_free(new);
    return NULL;
}

static int generation_set_template(void *of, void *template)
{
    generation *new = of;
    const ec_key *key = template;
    new->group = key->group;
    new->form = key->form;
    new->is_cofactor_used = key->is_cofactor_used;
    return key->other ? begin_other(new, key->other) : 1;
}

static const OSSL_PARAM *generation_settable(void *new, void *of)
{
    (void)new, (void)of;
    return key_import_types(OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS);
}

static int generate(generation *new, ec_key *key)
{
    const int is_pair = (new->selection & OSSL_KEYMGMT_SELECT_KEYPAIR) != 0;
    if (new->other) {
        key->other_selection = OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | (is_pair ? OSSL_KEYMGMT_SELECT_KEYPAIR : 0);
        return EVP_PKEY_generate(new->other, &key->other) == 1;
    }
    if (!new->group)
        return RAISE(new->provider, REASON_GROUP, "the curve has not been chosen");
    key->group = new->group;
    key->form = new->form;
    key->is_cofactor_used = new->is_cofactor_used;
    return is_pair ? key_generate(key) : 1;
}

static void *generation_run(void *of, OSSL_CALLBACK *progress, void *argument)
{
    generation *new = of;
    ec_key *key = key_new(new->provider);
    (void)progress, (void)argument;
    if (key && generate(new, key))
        return key;
    key_free(key);
    return NULL;
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
    {OSSL_FUNC_KEYMGMT_GET_PARAMS, (void (*)(void))key_get_params},
    {OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, (void (*)(void))key_gettable},
    {OSSL_FUNC_KEYMGMT_SET_PARAMS, (void (*)(void))key_set_params},
    {OSSL_FUNC_KEYMGMT_SETTABLE_PARAMS, (void (*)(void))key_settable},
    {OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, (void (*)(void))query_operation_name},
    {OSSL_FUNC_KEYMGMT_HAS, (void (*)(void))key_has},
    {OSSL_FUNC_KEYMGMT_VALIDATE, (void (*)(void))key_validate},
    {OSSL_FUNC_KEYMGMT_MATCH, (void (*)(void))key_match},
    {OSSL_FUNC_KEYMGMT_IMPORT, (void (*)(void))key_import},
    {OSSL_FUNC_KEYMGMT_IMPORT_TYPES, (void (*)(void))key_import_types},
    {OSSL_FUNC_KEYMGMT_EXPORT, (void (*)(void))key_export},
    {OSSL_FUNC_KEYMGMT_EXPORT_TYPES, (void (*)(void))key_import_types},
    {OSSL_FUNC_KEYMGMT_DUP, (void (*)(void))key_copy},
    {0, NULL},
};
