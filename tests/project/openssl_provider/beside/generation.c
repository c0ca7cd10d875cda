/* Calls that generate keys and parameters. */
#include "world.h"

static const char *name_of(const world *in, unsigned slot, char name[ROOM])
{
    size_t bytes;
    return in->keys[slot] && EVP_PKEY_get_group_name(in->keys[slot], name, ROOM, &bytes) == 1 ? name : NULL;
}

/* Of pairs or of parameters, without a template or with key `slot`. */
static void begin(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *template = by->a & 2 ? in->keys[by->slot] : NULL;
    if (by->a & 2 && !template)
        return;
    EVP_PKEY_CTX_free(in->generation);
    in->generation = template ? EVP_PKEY_CTX_new_from_pkey(NULL, template, in->properties)
                              : EVP_PKEY_CTX_new_from_name(NULL, "EC", in->properties);
    out->value = by->a & 1 ? EVP_PKEY_paramgen_init(in->generation) : EVP_PKEY_keygen_init(in->generation);
    in->is_curve_fixed = out->value == 1 && template;
    in->is_form_given = 0;
}

static void set_curve(world *in, const choice *by, outcome *out)
{
    static const char *const names[] = {CURVE, "sect233r1", "prime256v1", "P-256", "K-233", "no-such-curve"};
    if (!in->generation)
        return;
    out->value = EVP_PKEY_CTX_set_group_name(in->generation, names[by->a]);
    in->is_curve_later |= in->is_curve_fixed;
}

static void set_params(world *in, const choice *by, outcome *out)
{
    static const struct {
        const char *name, *text;
        int number;
    } settings[] = {
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "compressed", 0},
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "hybrid", 0},
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "oops", 0},
        {OSSL_PKEY_PARAM_EC_ENCODING, "explicit", 0},
        {OSSL_PKEY_PARAM_EC_ENCODING, "named_curve", 0},
        {OSSL_PKEY_PARAM_EC_ENCODING, "oops", 0},
        {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL, 0},
        {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL, 1},
        {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL, 2},
        {OSSL_PKEY_PARAM_EC_ENCODING, NULL, 2},
        {"no-such-parameter", NULL, 2},
    };
    if (!in->generation)
        return;
    int number = settings[by->a].number;
    const OSSL_PARAM text = OSSL_PARAM_construct_utf8_string(settings[by->a].name, (char *)settings[by->a].text, 0);
    OSSL_PARAM params[] = {text, OSSL_PARAM_END};
    if (!settings[by->a].text)
        params[0] = OSSL_PARAM_construct_int(settings[by->a].name, &number);
    out->value = EVP_PKEY_CTX_set_params(in->generation, params);
    in->is_form_given |= by->a < 2;
}

static void generate(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *key = NULL;
    char name[ROOM];
    if (!in->generation)
        return;
    out->may_differ = in->is_curve_later ? LATER_CURVE : in->is_form_given ? FORM_OF_GENERATED : NONE;
    out->value = by->a ? EVP_PKEY_paramgen(in->generation, &key) : EVP_PKEY_keygen(in->generation, &key);
    if (out->value != 1)
        return;
    in->is_curve_fixed = 1;
    put(in, by->to, key);
    out->is_key = !by->a;
    const char *curve = name_of(in, by->to, name);
    note(out, curve, curve ? strlen(curve) : 0);
    note_number(out, EVP_PKEY_get_size(key));
    note_number(out, EVP_PKEY_get_ec_point_conv_form(key));
}

static void at_once(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, in->properties, "EC", by->a < CURVES ? curves[by->a] : "no-such-curve");
    out->value = key != NULL;
    if (!key)
        return;
    put(in, by->to, key);
    out->is_key = 1;
}

const call generation_calls[] = {
    {"keygen_init, paramgen_init", begin, 4},
    {"set_group_name", set_curve, 6},
    {"set_params of a generation", set_params, 11},
    {"keygen, paramgen", generate, 2},
    {"Q_keygen", at_once, CURVES + 1},
    {NULL, NULL, 0},
};
