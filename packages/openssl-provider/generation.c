/* Generation of keys and of parameters. */
#include "management.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>

/* What was set is kept as it came. The curve, ours or another's, follows from all of it, each time that a key is
 * generated: a name that nobody knows does no harm if another comes after it, and the last one counts. */
typedef struct {
    provider *provider;
    int selection;
    OSSL_PARAM *given; /* null if nothing was set */
    ec_key *template;  /* whose curve counts unless one is given; null for none */
} generation;

void generation_free(void *of)
{
    generation *new = of;
    if (!new)
        return;
    key_free(new->template);
    OSSL_PARAM_free(new->given);
    OPENSSL_free(new);
}

/* Whether the types are those of generation_settable, so that a wrong one is told by the call that sets it. */
static int has_right_types(const OSSL_PARAM params[])
{
    for (const OSSL_PARAM *p = params; p->key; p++) {
        const OSSL_PARAM *known = OSSL_PARAM_locate_const(generation_settable(NULL, NULL), p->key);
        if (known && known->data_type != p->data_type &&
            !(known->data_type == OSSL_PARAM_INTEGER && p->data_type == OSSL_PARAM_UNSIGNED_INTEGER))
            return 0;
    }
    return 1;
}

int generation_set_params(void *of, const OSSL_PARAM params[])
{
    generation *new = of;
    if (!params || !params->key)
        return 1;
    if (!has_right_types(params))
        return RAISE(new->provider, REASON_PARAMETER, "a parameter of a generation has the wrong type");
    OSSL_PARAM *merged = new->given ? OSSL_PARAM_merge(new->given, params) : NULL;
    OSSL_PARAM *given = OSSL_PARAM_dup(merged ? merged : params);
    OPENSSL_free(merged);
    if (!given)
        return RAISE(new->provider, REASON_MEMORY, "parameters of a generation");
    OSSL_PARAM_free(new->given);
    new->given = given;
    return 1;
}

void *generation_new(void *of, int selection, const OSSL_PARAM params[])
{
    generation *new = OPENSSL_zalloc(sizeof *new);
    if (!new)
        return NULL;
    new->provider = of;
    new->selection = selection;
    if (generation_set_params(new, params))
        return new;
    generation_free(new);
    return NULL;
}

/* A copy of its curve: the template may change before the key is generated. */
int generation_set_template(void *of, void *template)
{
    generation *new = of;
    const ec_key *from = template;
    ec_key *copy = key_new(new->provider);
    if (!copy || !(from->its.other ? others_set_copy(copy, from, OSSL_KEYMGMT_SELECT_ALL_PARAMETERS)
                                   : key_set_copy(copy, from, OSSL_KEYMGMT_SELECT_ALL_PARAMETERS))) {
        key_free(copy);
        return 0;
    }
    key_free(new->template);
    new->template = copy;
    return 1;
}

const OSSL_PARAM *generation_settable(void *new, void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),
                                      OSSL_PARAM_int(OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_ENCODING, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_FIELD_TYPE, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_P, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_A, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_B, NULL, 0),
                                      OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_GENERATOR, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_ORDER, NULL, 0),
                                      OSSL_PARAM_BN(OSSL_PKEY_PARAM_EC_COFACTOR, NULL, 0),
                                      OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_EC_SEED, NULL, 0),
                                      OSSL_PARAM_END};
    (void)new, (void)of;
    return list;
}

/* By another provider; by that curve, if the template is one of ours. */
static int generate_other(const generation *new, ec_key *key, EVP_PKEY *template, const char *curve)
{
    const int is_pair = (new->selection & KEY_PARTS) != 0;
    EVP_PKEY *other = NULL;
    EVP_PKEY_CTX *context = others_context(new->provider, template);
    const int done = context && (is_pair ? EVP_PKEY_keygen_init(context) : EVP_PKEY_paramgen_init(context)) == 1 &&
                     (!curve || EVP_PKEY_CTX_set_group_name(context, curve) == 1) &&
                     (!new->given || EVP_PKEY_CTX_set_params(context, new->given) == 1) &&
                     EVP_PKEY_generate(context, &other) == 1;
    EVP_PKEY_CTX_free(context);
    if (done)
        key_set_other(key, other, OSSL_KEYMGMT_SELECT_ALL_PARAMETERS | (is_pair ? KEY_PARTS : 0));
    return done;
}

static int generate_own(const generation *new, ec_key *key, const group *its_group)
{
    if (new->given && !flags_of_params(new->provider, &key->flags, new->given))
        return 0;
    return new->selection & KEY_PARTS ? key_generate(key, its_group) : key_set(key, its_group, NULL, 0, NULL, 0);
}

static int generate(const generation *new, ec_key *key)
{
    const ec_key *template = new->template;
    if (new->given && has_curve(new->given)) {
        const group *its_group = group_of_params(new->provider, new->given);
        return its_group ? generate_own(new, key, its_group) : generate_other(new, key, NULL, NULL);
    }
    if (!template)
        return RAISE(new->provider, REASON_GROUP, "the curve has not been chosen");
    if (template->its.other)
        return generate_other(new, key, template->its.other, NULL);
    if (new->given && is_explicit(new->given))
        return generate_other(new, key, NULL, template->its.group->name);
    key->flags.curve_form = template->flags.curve_form;
    return generate_own(new, key, template->its.group);
}

void *generation_run(void *of, OSSL_CALLBACK *progress, void *argument)
{
    generation *new = of;
    ec_key *key = key_new(new->provider);
    (void)progress, (void)argument;
    if (key && generate(new, key))
        return key;
    key_free(key);
    return NULL;
}
