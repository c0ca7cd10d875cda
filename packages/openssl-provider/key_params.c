/* Keys as OSSL_PARAM: imported, exported, asked and changed. */
#include "provider.h"

#include <openssl/bn.h>
#include <openssl/param_build.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    point_conversion_form_t form;
} forms[] = {
    {OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_UNCOMPRESSED, POINT_CONVERSION_UNCOMPRESSED},
    {OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_COMPRESSED, POINT_CONVERSION_COMPRESSED},
    {OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_HYBRID, POINT_CONVERSION_HYBRID},
};
#define FORMS (sizeof forms / sizeof *forms)

static const char *text_of(const OSSL_PARAM params[], const char *key)
{
    const char *text = NULL;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, key);
    return p && (OSSL_PARAM_get_utf8_string_ptr(p, &text)) ? text : NULL;
}

int form_of_params(point_conversion_form_t *form, const OSSL_PARAM params[])
{
    if (!OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT))
        return 1;
    const char *name = text_of(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT);
    for (size_t i = 0; name && i < FORMS; i++)
        if (strcasecmp(forms[i].name, name) == 0) {
            *form = forms[i].form;
            return 1;
        }
    return 0;
}

static const char *name_of_form(point_conversion_form_t form)
{
    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].form == form)
            return forms[i].name;
    return NULL;
}

/* The integer, or `otherwise` where there is none; -1 if it cannot be read. */
static int integer_of(const OSSL_PARAM params[], const char *key, int otherwise)
{
    int value = otherwise;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, key);
    return p && !OSSL_PARAM_get_int(p, &value) ? -1 : value;
}

const group *group_of_params(const provider *of, const OSSL_PARAM params[])
{
    const char *name = text_of(params, OSSL_PKEY_PARAM_GROUP_NAME),
               *encoding = text_of(params, OSSL_PKEY_PARAM_EC_ENCODING);
    if (!name || (encoding && strcasecmp(encoding, OSSL_PKEY_EC_ENCODING_GROUP) != 0) ||
        integer_of(params, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, 0))
        return NULL;
    return group_of_name(of, name);
}

static int set_flags(ec_key *key, const OSSL_PARAM params[])
{
    const int cofactor = integer_of(params, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, key->is_cofactor_used);
    const int included = integer_of(params, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, !key->is_public_left_out);
    if (cofactor < 0 || cofactor > 1 || included < 0 || included > 1)
        return RAISE(key->provider, REASON_PARAMETER, "%s and %s are 0 or 1", OSSL_PKEY_PARAM_USE_COFACTOR_ECDH,
                     OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC);
    if (!form_of_params(&key->form, params))
        return RAISE(key->provider, REASON_PARAMETER, "%s is uncompressed, compressed or hybrid",
                     OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT);
    key->is_cofactor_used = cofactor;
    key->is_public_left_out = !included;
    return 1;
}

/* The private key of the parameters, big-endian in as many bytes as the curve has. */
static int private_of_params(uint8_t *private_key, const ec_key *key, const OSSL_PARAM *p, const group *its_group)
{
    BIGNUM *number = BN_secure_new();
    const size_t bytes = mc_curve_scalar_bytes(its_group->curve);
    int done = number && OSSL_PARAM_get_BN(p, &number);
    if (!done)
        RAISE(key->provider, REASON_PARAMETER, "%s is not a number", OSSL_PKEY_PARAM_PRIV_KEY);
    else
        done = IS_DONE(key->provider, BN_bn2binpad(number, private_key, (int)bytes) < 0 ? MC_ERROR_SCALAR_RANGE : MC_OK,
                       "a private key");
    BN_clear_free(number);
    return done;
}

int key_import(void *of, int selection, const OSSL_PARAM params[])
{
    ec_key *key = of;
    uint8_t private_key[MC_MAX_SCALAR_BYTES];
    const void *public_key = NULL;
    size_t public_key_bytes = 0;
    const group *its_group = group_of_params(key->provider, params);
    if (!(selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS))
        return RAISE(key->provider, REASON_GROUP, "a key without its curve");
    if (!its_group)
        return others_import(key, selection, params);
    const OSSL_PARAM *private_param = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY);
    const OSSL_PARAM *public_param = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY);
    if (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY))
        private_param = NULL;
    if (!(selection & OSSL_KEYMGMT_SELECT_KEYPAIR))
        public_param = NULL;
    if (public_param && !OSSL_PARAM_get_octet_string_ptr(public_param, &public_key, &public_key_bytes))
        return RAISE(key->provider, REASON_PARAMETER, "%s is not an octet string", OSSL_PKEY_PARAM_PUB_KEY);
    const int done = set_flags(key, params) &&
                     (!private_param || private_of_params(private_key, key, private_param, its_group)) &&
                     key_set(key, its_group, private_param ? private_key : NULL,
                             mc_curve_scalar_bytes(its_group->curve), public_key, public_key_bytes);
    OPENSSL_cleanse(private_key, sizeof private_key);
    return done;
}

static int push_private(OSSL_PARAM_BLD *builder, BIGNUM *number, const ec_key *key)
{
    const size_t bytes = mc_curve_scalar_bytes(key->group->curve);
    return number && BN_bin2bn(key->private_key, (int)bytes, number) &&
           OSSL_PARAM_BLD_push_BN_pad(builder, OSSL_PKEY_PARAM_PRIV_KEY, number, bytes);
}

int key_export(void *of, int selection, OSSL_CALLBACK *callback, void *argument)
{
    ec_key *key = of;
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    if (!key)
        return 0;
    if (key->other)
        return EVP_PKEY_export(key->other, selection, callback, argument);
    if (!key->group || !(selection & OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS))
        return 0;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = BN_secure_new();
    OSSL_PARAM *params = NULL;
    const size_t bytes = key_encode_point(point, key, key->form);
    int done = builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, key->group->name, 0) &&
               OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_EC_ENCODING_GROUP, 0) &&
               OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                               name_of_form(key->form), 0);
    if (selection & OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS)
        done = done && OSSL_PARAM_BLD_push_int(builder, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, key->is_cofactor_used) &&
               OSSL_PARAM_BLD_push_int(builder, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, !key->is_public_left_out);
    if (selection & OSSL_KEYMGMT_SELECT_KEYPAIR && bytes)
        done = done && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, bytes);
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && key->private_key)
        done = done && push_private(builder, number, key);
    done = done && (params = OSSL_PARAM_BLD_to_param(builder)) && callback(params, argument);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(number);
    return done;
}

static int set_text(OSSL_PARAM params[], const char *key, const char *text)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, key);
    return !p || OSSL_PARAM_set_utf8_string(p, text);
}

static int set_integer(OSSL_PARAM params[], const char *key, int value)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, key);
    return !p || OSSL_PARAM_set_int(p, value);
}

static int set_number(OSSL_PARAM params[], const char *key, const uint8_t *octets, size_t bytes)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, key);
    if (!p)
        return 1;
    BIGNUM *number = BN_secure_new();
    const int done = number && BN_bin2bn(octets, (int)bytes, number) && OSSL_PARAM_set_BN(p, number);
    BN_clear_free(number);
    return done;
}

static int set_point(OSSL_PARAM params[], const char *key, const ec_key *from, point_conversion_form_t form)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    OSSL_PARAM *p = OSSL_PARAM_locate(params, key);
    if (!p)
        return 1;
    const size_t bytes = key_encode_point(point, from, form);
    return bytes && OSSL_PARAM_set_octet_string(p, point, bytes);
}

static int get_keys(const ec_key *key, OSSL_PARAM params[])
{
    const size_t bytes = mc_curve_field_bytes(key->group->curve);
    if (key->private_key &&
        !set_number(params, OSSL_PKEY_PARAM_PRIV_KEY, key->private_key, mc_curve_scalar_bytes(key->group->curve)))
        return 0;
    if (!key->has_public_key)
        return 1;
    return set_point(params, OSSL_PKEY_PARAM_PUB_KEY, key, key->form) &&
           set_point(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, key, POINT_CONVERSION_UNCOMPRESSED) &&
           set_number(params, OSSL_PKEY_PARAM_EC_PUB_X, key->public_key + 1, bytes) &&
           set_number(params, OSSL_PKEY_PARAM_EC_PUB_Y, key->public_key + 1 + bytes, bytes);
}

int key_get_params(void *of, OSSL_PARAM params[])
{
    const ec_key *key = of;
    if (key->other)
        return EVP_PKEY_get_params(key->other, params);
    if (!key->group)
        return 0;
    const int bits = key->group->order_bits;
    return set_integer(params, OSSL_PKEY_PARAM_BITS, bits) &&
           set_integer(params, OSSL_PKEY_PARAM_SECURITY_BITS, SECURITY_BITS_OF(bits)) &&
           set_integer(params, OSSL_PKEY_PARAM_MAX_SIZE, (int)group_signature_der_bytes(key->group)) &&
           set_text(params, OSSL_PKEY_PARAM_GROUP_NAME, key->group->name) &&
           set_text(params, OSSL_PKEY_PARAM_DEFAULT_DIGEST, "SHA256") &&
           set_text(params, OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_EC_ENCODING_GROUP) &&
           set_text(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, name_of_form(key->form)) &&
           set_integer(params, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, 0) &&
           set_integer(params, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, key->is_cofactor_used) &&
           set_integer(params, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, !key->is_public_left_out) && get_keys(key, params) &&
           group_get_params(key->group, params);
}

int key_set_params(void *of, const OSSL_PARAM params[])
{
    ec_key *key = of;
    const char *encoding = text_of(params, OSSL_PKEY_PARAM_EC_ENCODING);
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    const void *point = NULL;
    size_t bytes = 0;
    if (key->group && encoding && strcasecmp(encoding, OSSL_PKEY_EC_ENCODING_GROUP) != 0 && !others_take_over(key))
        return 0;
    if (key->other) {
        if (!EVP_PKEY_set_params(key->other, (OSSL_PARAM *)params))
            return 0;
        key->other_selection |= p ? OSSL_KEYMGMT_SELECT_PUBLIC_KEY : 0;
        return 1;
    }
    if (!key->group)
        return RAISE(key->provider, REASON_GROUP, "a key without its curve");
    if (p && (!OSSL_PARAM_get_octet_string_ptr(p, &point, &bytes) || !key_set(key, key->group, NULL, 0, point, bytes)))
        return 0;
    return set_flags(key, params);
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

const OSSL_PARAM *key_import_types(int selection)
{
    static const OSSL_PARAM domain[] = {DOMAIN_TYPES, FLAG_TYPES, OSSL_PARAM_END};
    static const OSSL_PARAM all[] = {DOMAIN_TYPES, FLAG_TYPES, KEY_TYPES, OSSL_PARAM_END};
    return selection & OSSL_KEYMGMT_SELECT_KEYPAIR ? all : domain;
}

const OSSL_PARAM *key_gettable(void *of)
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

const OSSL_PARAM *key_settable(void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_ENCODING, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, NULL, 0),
                                      FLAG_TYPES, OSSL_PARAM_END};
    (void)of;
    return list;
}
