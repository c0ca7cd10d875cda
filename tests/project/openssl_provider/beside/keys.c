/* Calls on keys. */
#include "world.h"

#include <openssl/bn.h>
#include <openssl/param_build.h>

const char *const curves[CURVES] = {CURVE, "sect233r1", "prime256v1"};

typedef struct {
    EVP_PKEY *key;
    const char *properties;
} target;

static EVP_PKEY *imported(const char *properties, int selection, const OSSL_PARAM params[])
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", properties);
    CHECK(context && EVP_PKEY_fromdata_init(context) == 1);
    if (EVP_PKEY_fromdata(context, &key, selection, (OSSL_PARAM *)params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

static int import_to(const OSSL_PARAM params[], void *argument)
{
    target *to = argument;
    to->key = imported(to->properties, EVP_PKEY_KEYPAIR, params);
    return to->key != NULL;
}

EVP_PKEY *copied(const EVP_PKEY *key, const char *properties)
{
    target to = {NULL, properties};
    return key && EVP_PKEY_export(key, OSSL_KEYMGMT_SELECT_ALL, import_to, &to) ? to.key : NULL;
}

/* number times the generator, which OpenSSL computes. */
static size_t point_of(unsigned curve, unsigned number, uint8_t point[ROOM])
{
    EC_GROUP *of = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curves[curve]));
    EC_POINT *p = EC_POINT_new(of);
    BIGNUM *n = BN_new();
    CHECK(BN_set_word(n, number) && EC_POINT_mul(of, p, n, NULL, NULL, NULL));
    const size_t bytes = EC_POINT_point2oct(of, p, POINT_CONVERSION_UNCOMPRESSED, point, ROOM, NULL);
    BN_free(n);
    EC_POINT_free(p);
    EC_GROUP_free(of);
    return bytes;
}

static EVP_PKEY *made_of(const world *in, const char *curve, unsigned number, const uint8_t *point, size_t bytes,
                         int selection)
{
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BIGNUM *n = BN_new();
    CHECK(OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0));
    CHECK(!point || OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, bytes));
    CHECK(BN_set_word(n, number) && (!number || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, n)));
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY *key = imported(in->properties, selection, params);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    return key;
}

EVP_PKEY *made(const world *in, unsigned curve, unsigned number, int selection)
{
    uint8_t point[ROOM];
    const size_t bytes = point_of(curve, number, point);
    return made_of(in, curves[curve], number, point, bytes, selection);
}

void put(world *in, unsigned slot, EVP_PKEY *key)
{
    EVP_PKEY_free(in->keys[slot]);
    in->keys[slot] = key;
}

static void put_and_note(world *in, unsigned slot, EVP_PKEY *key, outcome *out)
{
    out->value = key != NULL;
    if (key)
        put(in, slot, key);
}

static const int selections[] = {EVP_PKEY_KEYPAIR, EVP_PKEY_PUBLIC_KEY, EVP_PKEY_KEY_PARAMETERS};

static void fromdata(world *in, const choice *by, outcome *out)
{
    put_and_note(in, by->slot, made(in, by->a % CURVES, 2 + by->b % 3, selections[by->a / CURVES % 3]), out);
}

static void fromdata_with_faults(world *in, const choice *by, outcome *out)
{
    uint8_t point[ROOM];
    size_t bytes = point_of(0, 5, point);
    static const uint8_t of_order_4[61] = {4, [30] = 1}, of_order_2[61] = {4, [60] = 1};
    static const difference differences[] = {
        NONE, NONE, PUBLIC_OF_ANOTHER, NOT_IN_SUBGROUP, NOT_IN_SUBGROUP, NOT_IN_SUBGROUP, NONE};
    out->may_differ = differences[by->a];
    point[bytes - 1] ^= by->a == 0;
    bytes -= by->a == 1;
    put_and_note(in, by->slot,
                 by->a == 6   ? made_of(in, "no-such-curve", 5, point, bytes, EVP_PKEY_KEYPAIR)
                 : by->a == 5 ? made_of(in, CURVE, 0, (const uint8_t[]){0}, 1, EVP_PKEY_KEYPAIR)
                              : made_of(in, CURVE, by->a == 2 ? 6 : 0,
                                        by->a == 3   ? of_order_4
                                        : by->a == 4 ? of_order_2
                                                     : point,
                                        bytes, EVP_PKEY_KEYPAIR),
                 out);
}

static void fromdata_private_alone(world *in, const choice *by, outcome *out)
{
    out->may_differ = PRIVATE_ALONE;
    put_and_note(in, by->slot, made_of(in, curves[by->a], 7, NULL, 0, EVP_PKEY_KEYPAIR), out);
}

static void fromdata_explicit(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *key = made(in, by->a, 2 + by->b % 3, EVP_PKEY_KEYPAIR);
    CHECK(EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_ENCODING, OSSL_PKEY_EC_ENCODING_EXPLICIT) == 1);
    put_and_note(in, by->slot, copied(key, in->properties), out);
    EVP_PKEY_free(key);
}

static void forget(world *in, const choice *by, outcome *out)
{
    (void)out;
    put(in, by->slot, NULL);
}

static void duplicate(world *in, const choice *by, outcome *out)
{
    if (in->keys[by->slot])
        put_and_note(in, by->to, EVP_PKEY_dup(in->keys[by->slot]), out);
}

static void copy_parameters(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *from = in->keys[by->slot], *to = in->keys[by->to];
    if (!from || (by->a && !to))
        return;
    if (by->a) {
        out->value = EVP_PKEY_copy_parameters(to, from);
        return;
    }
    to = EVP_PKEY_new();
    out->value = EVP_PKEY_copy_parameters(to, from);
    if (out->value == 1)
        put(in, by->to, to);
    else
        EVP_PKEY_free(to);
}

/* Of key `slot`: its own public key, that of key `to`, bytes that are none. */
static void set1_encoded_public_key(world *in, const choice *by, outcome *out)
{
    uint8_t *point = NULL, bad[61] = {4, 1};
    EVP_PKEY *key = in->keys[by->slot], *from = by->a == 0 ? key : by->a == 1 ? in->keys[by->to] : NULL;
    BIGNUM *its_private = NULL;
    if (!key)
        return;
    if (by->a == 1 && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &its_private) == 1)
        out->may_differ = PUBLIC_OF_ANOTHER;
    const size_t bytes = from ? EVP_PKEY_get1_encoded_public_key(from, &point) : by->a == 2 ? sizeof bad : by->a - 3;
    if (from && !bytes)
        out->value = -3;
    else
        out->value = EVP_PKEY_set1_encoded_public_key(key, point ? point : bad, bytes);
    if (out->value != 1)
        out->may_differ = ALL_OR_NONE;
    BN_clear_free(its_private);
    OPENSSL_free(point);
}

static void get1_encoded_public_key(world *in, const choice *by, outcome *out)
{
    uint8_t *point = NULL;
    if (!in->keys[by->slot])
        return;
    const size_t bytes = EVP_PKEY_get1_encoded_public_key(in->keys[by->slot], &point);
    out->value = (int)bytes;
    note(out, point, bytes);
    OPENSSL_free(point);
}

static void compare(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *one = in->keys[by->slot], *other = in->keys[by->to];
    if (one && other)
        out->value = by->a ? EVP_PKEY_parameters_eq(one, other) : EVP_PKEY_eq(one, other);
}

static void check(world *in, const choice *by, outcome *out)
{
    static int (*const checks[])(EVP_PKEY_CTX *) = {
        EVP_PKEY_check,       EVP_PKEY_public_check,       EVP_PKEY_private_check,    EVP_PKEY_pairwise_check,
        EVP_PKEY_param_check, EVP_PKEY_public_check_quick, EVP_PKEY_param_check_quick};
    EVP_PKEY_CTX *context =
        in->keys[by->slot] ? EVP_PKEY_CTX_new_from_pkey(NULL, in->keys[by->slot], in->properties) : NULL;
    out->value = context ? checks[by->a](context) : -4;
    EVP_PKEY_CTX_free(context);
}

static void set_params(world *in, const choice *by, outcome *out)
{
    static const struct {
        const char *name, *text;
        int number;
    } settings[] = {
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "compressed", 0},
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "hybrid", 0},
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "uncompressed", 0},
        {OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "oops", 0},
        {OSSL_PKEY_PARAM_EC_ENCODING, "explicit", 0},
        {OSSL_PKEY_PARAM_EC_ENCODING, "named_curve", 0},
        {OSSL_PKEY_PARAM_EC_ENCODING, "oops", 0},
        {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL, 0},
        {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL, 1},
        {OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, NULL, 2},
        {OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, NULL, 0},
        {OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, NULL, 1},
        {OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC, NULL, 2},
        {OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, "named", 0},
        {OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, "named-nist", 0},
        {OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, "default", 0},
        {OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE, "oops", 0},
        {"no-such-parameter", "1", 0},
    };
    if (!in->keys[by->slot])
        return;
    int number = settings[by->a].number;
    const OSSL_PARAM text = OSSL_PARAM_construct_utf8_string(settings[by->a].name, (char *)settings[by->a].text, 0);
    OSSL_PARAM params[] = {text, OSSL_PARAM_END};
    if (!settings[by->a].text)
        params[0] = OSSL_PARAM_construct_int(settings[by->a].name, &number);
    out->value = EVP_PKEY_set_params(in->keys[by->slot], params);
}

/* Two parameters, of which the second is wrong. */
static void set_two_params(world *in, const choice *by, outcome *out)
{
    int wrong = 2;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, (char *)"compressed", 10),
                           OSSL_PARAM_int(OSSL_PKEY_PARAM_USE_COFACTOR_ECDH, &wrong), OSSL_PARAM_END};
    if (!in->keys[by->slot])
        return;
    out->may_differ = ALL_OR_NONE;
    out->value = EVP_PKEY_set_params(in->keys[by->slot], params);
}

static void note_param(outcome *out, const OSSL_PARAM *p)
{
    BIGNUM *number = NULL;
    uint8_t octets[ROOM];
    note(out, p->key, strlen(p->key));
    if (p->data_type != OSSL_PARAM_UNSIGNED_INTEGER && p->data_type != OSSL_PARAM_INTEGER)
        note(out, p->data, p->data_size);
    else if (p->data_type == OSSL_PARAM_UNSIGNED_INTEGER && OSSL_PARAM_get_BN(p, &number))
        note(out, octets, (size_t)BN_bn2bin(number, octets));
    else
        note(out, p->data, p->data_size);
    BN_clear_free(number);
}

/* In the order of their names; of two with one name the last counts. */
static void todata(world *in, const choice *by, outcome *out)
{
    static const char *const names[] = {OSSL_PKEY_PARAM_GROUP_NAME,
                                        OSSL_PKEY_PARAM_EC_ENCODING,
                                        OSSL_PKEY_PARAM_EC_FIELD_TYPE,
                                        OSSL_PKEY_PARAM_EC_P,
                                        OSSL_PKEY_PARAM_EC_A,
                                        OSSL_PKEY_PARAM_EC_B,
                                        OSSL_PKEY_PARAM_EC_ORDER,
                                        OSSL_PKEY_PARAM_EC_COFACTOR,
                                        OSSL_PKEY_PARAM_EC_GENERATOR,
                                        OSSL_PKEY_PARAM_EC_SEED,
                                        OSSL_PKEY_PARAM_PUB_KEY,
                                        OSSL_PKEY_PARAM_PRIV_KEY,
                                        OSSL_PKEY_PARAM_USE_COFACTOR_ECDH,
                                        OSSL_PKEY_PARAM_EC_INCLUDE_PUBLIC,
                                        OSSL_PKEY_PARAM_EC_GROUP_CHECK_TYPE,
                                        OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS};
    OSSL_PARAM *params = NULL;
    if (!in->keys[by->slot])
        return;
    out->value =
        EVP_PKEY_todata(in->keys[by->slot], by->a < 3 ? selections[by->a] : OSSL_KEYMGMT_SELECT_PRIVATE_KEY, &params);
    for (size_t i = 0; params && i < sizeof names / sizeof *names; i++) {
        const OSSL_PARAM *p = OSSL_PARAM_locate(params, names[i]);
        if (p)
            note_param(out, p);
    }
    OSSL_PARAM_free(params);
}

/* To the other provider and back. */
static void there_and_back(world *in, const choice *by, outcome *out)
{
    EVP_PKEY *there = copied(in->keys[by->slot], strcmp(in->properties, OURS) == 0 ? THEIRS : OURS);
    put_and_note(in, by->to, there ? copied(there, in->properties) : NULL, out);
    EVP_PKEY_free(there);
}

/* By the call that asks for several parameters: some fail as a whole where the key lacks one. */
static void get_params(world *in, const choice *by, outcome *out)
{
    uint8_t point[ROOM] = {0};
    int bits = 0;
    OSSL_PARAM params[] = {OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, &bits),
                           OSSL_PARAM_octet_string(by->a ? OSSL_PKEY_PARAM_PUB_KEY : OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY,
                                                   point, sizeof point),
                           OSSL_PARAM_END};
    if (!in->keys[by->slot])
        return;
    params[1].data_size = by->a == 2 ? 10 : sizeof point;
    out->value = EVP_PKEY_get_params(in->keys[by->slot], params);
    if (out->value == 1)
        note(out, point, sizeof point);
}

const call key_calls[] = {
    {"fromdata", fromdata, CURVES * 3},
    {"fromdata with faults", fromdata_with_faults, 7},
    {"fromdata, private alone", fromdata_private_alone, 2},
    {"fromdata, explicit", fromdata_explicit, 2},
    {"free", forget, 1},
    {"dup", duplicate, 1},
    {"copy_parameters", copy_parameters, 2},
    {"set1_encoded_public_key", set1_encoded_public_key, 5},
    {"get1_encoded_public_key", get1_encoded_public_key, 1},
    {"eq", compare, 2},
    {"check", check, 7},
    {"set_params", set_params, 18},
    {"set_params, the second wrong", set_two_params, 1},
    {"todata", todata, 4},
    {"export and import", there_and_back, 1},
    {"get_params", get_params, 3},
    {NULL, NULL, 0},
};
