/* Keys of ours as OSSL_PARAM: imported, exported, asked. */
#include "key_params.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/param_build.h>
#include <string.h>
#include <strings.h>

#define SECURITY_BITS_OF(order_bits)                                                                                   \
    ((order_bits) >= 512   ? 256                                                                                       \
     : (order_bits) >= 384 ? 192                                                                                       \
     : (order_bits) >= 256 ? 128                                                                                       \
     : (order_bits) >= 224 ? 112                                                                                       \
     : (order_bits) >= 160 ? 80                                                                                        \
                           : (order_bits) / 2)

/* A value and its name in OpenSSL. */
typedef struct {
    const char *name;
    int value;
} named;

static const named forms[] = {{OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_UNCOMPRESSED, POINT_CONVERSION_UNCOMPRESSED},
                              {OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_COMPRESSED, POINT_CONVERSION_COMPRESSED},
                              {OSSL_PKEY_EC_POINT_CONVERSION_FORMAT_HYBRID, POINT_CONVERSION_HYBRID},
                              {NULL, 0}};
static const named checks[] = {{OSSL_PKEY_EC_GROUP_CHECK_DEFAULT, CHECK_DEFAULT},
                               {OSSL_PKEY_EC_GROUP_CHECK_NAMED, CHECK_NAMED},
                               {OSSL_PKEY_EC_GROUP_CHECK_NAMED_NIST, CHECK_NAMED_NIST},
                               {NULL, 0}};

static const char *text_of(const OSSL_PARAM params[], const char *key)
{
    const char *text = NULL;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, key);
    return p && (OSSL_PARAM_get_utf8_string_ptr(p, &text)) ? text : NULL;
}

static const char *name_of(const named *list, int value)
{
    while (list->name && list->value != value)
        list++;
    return list->name;
}

/* The value that the parameters name, or `otherwise` where they name none; -1 if there is none of that name. */
static int value_of(const OSSL_PARAM params[], const char *key, const named *list, int otherwise)
{
    const char *name = text_of(params, key);
    if (!OSSL_PARAM_locate_const(params, key))
        return otherwise;
    while (list->name && !(name && strcasecmp(list->name, name) == 0))
        list++;
    return list->name ? list->value : -1;
}

/* The integer, or `otherwise` where there is none; -1 if it cannot be read. */
static int integer_of(const OSSL_PARAM params[], const char *key, int otherwise)
{
    int value = otherwise;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, key);
    return p && !OSSL_PARAM_get_int(p, &value) ? -1 : value;
}

int is_explicit(const OSSL_PARAM params[])
{
    const char *encoding = text_of(params, OSSL_PKEY_PARAM_EC_ENCODING);
    if (!OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_EC_ENCODING))
        return 0;
    return !encoding || strcasecmp(encoding, OSSL_PKEY_EC_ENCODING_GROUP) != 0;
}

const group *group_of_params(const provider *of, const OSSL_PARAM params[])
{
    const char *name = text_of(params, OSSL_PKEY_PARAM_GROUP_NAME);
    if (!name || is_explicit(params) || integer_of(params, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, 0))
        return NULL;
    return group_of_name(of, name);
}

int has_curve(const OSSL_PARAM params[])
{
    return OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_GROUP_NAME) != NULL ||
           OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_EC_P) != NULL;
}

int flags_of_params(const provider *of, key_flags *flags, const OSSL_PARAM params[])
{
    const int form = value_of(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, forms, (int)flags->form);
    const int check = value_of(params, OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, checks, (int)flags->check);
    const int cofactor = integer_of(params, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, flags->is_cofactor_used);
    const int included = integer_of(params, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, !flags->is_public_left_out);
    if (cofactor < 0 || cofactor > 1 || included < 0)
        return RAISE(of, REASON_PARAMETER, "%s is 0 or 1, %s a number", OSSL_PKEY_PARAM_USE_COFACTOR_ECDH,
                     OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC);
    if (form < 0)
        return RAISE(of, REASON_PARAMETER, "%s is uncompressed, compressed or hybrid",
                     OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT);
    if (check < 0)
        return RAISE(of, REASON_PARAMETER, "%s is default, named or named-nist", OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE);
    if (OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT))
        flags->form = flags->curve_form = (point_conversion_form_t)form;
    flags->check = (group_check)check;
    flags->is_cofactor_used = cofactor;
    flags->is_public_left_out = !included;
    return 1;
}

/* The private key of the parameters, big-endian in as many bytes as the curve has. */
static int private_of_params(uint8_t *private_key, const provider *of, const OSSL_PARAM *p, size_t bytes)
{
    BIGNUM *number = BN_secure_new();
    int done = number && OSSL_PARAM_get_BN(p, &number);
    if (!done)
        RAISE(of, REASON_PARAMETER, "%s is not a number", OSSL_PKEY_PARAM_PRIV_KEY);
    else
        done = IS_DONE(of, BN_bn2binpad(number, private_key, (int)bytes) < 0 ? MC_ERROR_SCALAR_RANGE : MC_OK,
                       "a private key");
    BN_clear_free(number);
    return done;
}

int key_set_by_params(ec_key *key, const group *its_group, int selection, const OSSL_PARAM params[])
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES];
    const void *public_key = NULL;
    size_t public_key_bytes = 0;
    const size_t bytes = mc_curve_scalar_bytes(its_group->curve);
    key_flags flags = key->flags;
    const OSSL_PARAM *private_param = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PRIV_KEY);
    const OSSL_PARAM *public_param = OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_PUB_KEY);
    if (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY))
        private_param = NULL;
    if (!(selection & KEY_PARTS))
        public_param = NULL;
    if (public_param && !OSSL_PARAM_get_octet_string_ptr(public_param, &public_key, &public_key_bytes))
        return RAISE(key->provider, REASON_PARAMETER, "%s is not an octet string", OSSL_PKEY_PARAM_PUB_KEY);
    const int done = flags_of_params(key->provider, &flags, params) &&
                     (!private_param || private_of_params(private_key, key->provider, private_param, bytes)) &&
                     key_set(key, its_group, private_param ? private_key : NULL, bytes, public_key, public_key_bytes);
    OPENSSL_cleanse(private_key, sizeof private_key);
    if (done)
        key->flags = flags;
    return done;
}

static int push_private(OSSL_PARAM_BLD *builder, BIGNUM *number, const ec_key *key)
{
    const size_t bytes = mc_curve_scalar_bytes(key->its.group->curve);
    return number && BN_bin2bn(key->its.private_key, (int)bytes, number) &&
           OSSL_PARAM_BLD_push_BN_pad(builder, OSSL_PKEY_PARAM_PRIV_KEY, number, bytes);
}

static int push_curve(OSSL_PARAM_BLD *builder, const ec_key *key)
{
    return OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, key->its.group->name, 0) &&
           OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_EC_ENCODING_GROUP, 0) &&
           OSSL_PARAM_BLD_push_int(builder, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, 0) &&
           OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                           name_of(forms, (int)key->flags.curve_form), 0);
}

static int push_flags(OSSL_PARAM_BLD *builder, const ec_key *key)
{
    return OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
                                           name_of(forms, (int)key->flags.form), 0) &&
           OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE,
                                           name_of(checks, (int)key->flags.check), 0) &&
           OSSL_PARAM_BLD_push_int(builder, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, key->flags.is_cofactor_used) &&
           (!key->flags.is_public_left_out || OSSL_PARAM_BLD_push_int(builder, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, 0));
}

int key_params_export(const ec_key *key, int selection, OSSL_CALLBACK *callback, void *argument)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *number = BN_secure_new();
    OSSL_PARAM *params = NULL;
    const size_t bytes = key_encode_point(point, key, key->flags.form);
    int done = builder && push_curve(builder, key);
    if (selection & OSSL_KEYMGMT_SELECT_OTHER_PARAMETERS)
        done = done && push_flags(builder, key);
    if (selection & KEY_PARTS && bytes)
        done = done && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, bytes);
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && key->its.private_key)
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
    const size_t bytes = mc_curve_field_bytes(key->its.group->curve);
    if (key->its.private_key && !set_number(params, OSSL_PKEY_PARAM_PRIV_KEY, key->its.private_key,
                                            mc_curve_scalar_bytes(key->its.group->curve)))
        return 0;
    if (!key->its.has_public_key)
        return !OSSL_PARAM_locate(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY) ||
               RAISE(key->provider, REASON_NO_KEY, "%s of a key without one", OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY);
    return set_point(params, OSSL_PKEY_PARAM_PUB_KEY, key, key->flags.form) &&
           set_point(params, OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, key, POINT_CONVERSION_UNCOMPRESSED) &&
           set_number(params, OSSL_PKEY_PARAM_EC_PUB_X, key->its.public_key + 1, bytes) &&
           set_number(params, OSSL_PKEY_PARAM_EC_PUB_Y, key->its.public_key + 1 + bytes, bytes);
}

int key_params_get(const ec_key *key, OSSL_PARAM params[])
{
    const group *its_group = key->its.group;
    const int bits = its_group->order_bits;
    return set_integer(params, OSSL_PKEY_PARAM_BITS, bits) &&
           set_integer(params, OSSL_PKEY_PARAM_SECURITY_BITS, SECURITY_BITS_OF(bits)) &&
           set_integer(params, OSSL_PKEY_PARAM_MAX_SIZE, (int)group_signature_der_bytes(its_group)) &&
           set_text(params, OSSL_PKEY_PARAM_GROUP_NAME, its_group->name) &&
           set_text(params, OSSL_PKEY_PARAM_DEFAULT_DIGEST, "SHA256") &&
           set_text(params, OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_EC_ENCODING_GROUP) &&
           set_text(params, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, name_of(forms, (int)key->flags.form)) &&
           set_text(params, OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, name_of(checks, (int)key->flags.check)) &&
           set_integer(params, OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS, 0) &&
           set_integer(params, OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, key->flags.is_cofactor_used) &&
           (!key->flags.is_public_left_out || set_integer(params, OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, 0)) &&
           get_keys(key, params) && group_get_params(its_group, key->flags.curve_form, params);
}
