/* OpenSSL loads the provider: the functions that it then finds. */
#include "groups.h"
#include "module.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <string.h>

#define OPENSSL_MAJOR "3."

static const OSSL_ALGORITHM keys[] = {
    {KEY_NAMES, PROPERTIES, key_functions, "Motecurve's keys"},
    {NULL, NULL, NULL, NULL},
};
static const OSSL_ALGORITHM exchanges[] = {
    {"ECDH", PROPERTIES, exchange_functions, "Motecurve's ECDH"},
    {NULL, NULL, NULL, NULL},
};
static const OSSL_ALGORITHM signatures[] = {
    {"ECDSA", PROPERTIES, signature_functions, "Motecurve's ECDSA"},
    {NULL, NULL, NULL, NULL},
};

static const OSSL_ALGORITHM *query_operation(void *of, int operation, int *is_uncached)
{
    (void)of;
    *is_uncached = 0;
    switch (operation) {
    case OSSL_OP_KEYMGMT:
        return keys;
    case OSSL_OP_KEYEXCH:
        return exchanges;
    case OSSL_OP_SIGNATURE:
        return signatures;
    case OSSL_OP_ENCODER:
        return encoders;
    case OSSL_OP_DECODER:
        return decoders;
    default:
        return NULL;
    }
}

static const OSSL_PARAM *gettable_params(void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_NAME, NULL, 0),
                                      OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_VERSION, NULL, 0),
                                      OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_BUILDINFO, NULL, 0),
                                      OSSL_PARAM_int(OSSL_PROV_PARAM_STATUS, NULL), OSSL_PARAM_END};
    (void)of;
    return list;
}

static int get_params(void *of, OSSL_PARAM params[])
{
    OSSL_PARAM *p;
    (void)of;
    return ((p = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_NAME)) == NULL ||
            OSSL_PARAM_set_utf8_ptr(p, "Motecurve's provider of binary curves")) &&
           ((p = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_VERSION)) == NULL ||
            OSSL_PARAM_set_utf8_ptr(p, MOTECURVE_VERSION)) &&
           ((p = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_BUILDINFO)) == NULL ||
            OSSL_PARAM_set_utf8_ptr(p, MOTECURVE_VERSION)) &&
           ((p = OSSL_PARAM_locate(params, OSSL_PROV_PARAM_STATUS)) == NULL || OSSL_PARAM_set_int(p, 1));
}

static const OSSL_ITEM *get_reason_strings(void *of)
{
    return ((provider *)of)->reasons;
}

static void teardown(void *of)
{
    OSSL_LIB_CTX_free(((provider *)of)->library);
    OPENSSL_free(of);
}

static const OSSL_DISPATCH provider_functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (void (*)(void))teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (void (*)(void))gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (void (*)(void))get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query_operation},
    {OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, (void (*)(void))get_reason_strings},
    {OSSL_FUNC_PROVIDER_GET_CAPABILITIES, (void (*)(void))tls_groups},
    {0, NULL},
};

/* What OpenSSL offers in return, and the provider's settings in openssl.cnf. */
static int begin(provider *new, const OSSL_DISPATCH *in)
{
    OSSL_FUNC_core_get_params_fn *core_get_params = NULL;
    char *version = NULL, *prime_curves = NULL;
    OSSL_PARAM asked[] = {OSSL_PARAM_utf8_ptr(OSSL_PROV_PARAM_CORE_VERSION, &version, 0),
                          OSSL_PARAM_utf8_ptr("prime_curves", &prime_curves, 0), OSSL_PARAM_END};
    for (const OSSL_DISPATCH *one = in; one->function_id != 0; one++) {
        if (one->function_id == OSSL_FUNC_CORE_GET_PARAMS)
            core_get_params = OSSL_FUNC_core_get_params(one);
        else if (one->function_id == OSSL_FUNC_CORE_NEW_ERROR)
            new->new_error = OSSL_FUNC_core_new_error(one);
        else if (one->function_id == OSSL_FUNC_CORE_SET_ERROR_DEBUG)
            new->set_error_debug = OSSL_FUNC_core_set_error_debug(one);
        else if (one->function_id == OSSL_FUNC_CORE_VSET_ERROR)
            new->set_error = OSSL_FUNC_core_vset_error(one);
    }
    if (!core_get_params || !new->new_error || !new->set_error_debug || !new->set_error)
        return 0;
    if (!core_get_params(new->handle, asked) || !version || strncmp(version, OPENSSL_MAJOR, strlen(OPENSSL_MAJOR)) != 0)
        return RAISE(new, REASON_OPENSSL_VERSION, "motecurve was built for OpenSSL %sx, and this is OpenSSL %s",
                     OPENSSL_MAJOR, version ? version : "of no version");
    new->library = OSSL_LIB_CTX_new_child(new->handle, in);
    if (!new->library)
        return RAISE(new, REASON_MEMORY, "OpenSSL %s makes no context for a provider", version);
    return groups_find(new, prime_curves);
}

__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **context)
{
    provider *new = OPENSSL_zalloc(sizeof *new);
    if (!new)
        return 0;
    new->handle = handle;
    reasons_fill(new->reasons);
    if (!begin(new, in)) {
        teardown(new);
        return 0;
    }
    *out = provider_functions;
    *context = new;
    return 1;
}
