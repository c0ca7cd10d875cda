/* The curves that the provider serves: those over binary fields that OpenSSL knows, too, and those over prime fields
 * that the settings name. */
#include "groups.h"

#include <ctype.h>
#include <motecurve/ecdsa.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/objects.h>
#include <openssl/params.h>
#include <string.h>
#include <strings.h>

#define TEXT(name)    name,
#define KNOWN(curve)  {MC_NAMES_##curve(TEXT) NULL},
#define NAMES_MAX     16
#define NAME_MAX_SIZE 64

/* Of each curve the library's names and object identifiers, null at the end. */
static const char *const binary_curves[][NAMES_MAX] = {
    /* clang-format off */
    MC_CURVES_fb113(KNOWN) MC_CURVES_fb131(KNOWN) MC_CURVES_fb163(KNOWN) MC_CURVES_fb163k8(KNOWN)
    MC_CURVES_fb176(KNOWN) MC_CURVES_fb191(KNOWN) MC_CURVES_fb193(KNOWN) MC_CURVES_fb208(KNOWN)
    MC_CURVES_fb233(KNOWN) MC_CURVES_fb239(KNOWN) MC_CURVES_fb239k36(KNOWN) MC_CURVES_fb272(KNOWN)
    MC_CURVES_fb283(KNOWN) MC_CURVES_fb304(KNOWN) MC_CURVES_fb359(KNOWN) MC_CURVES_fb368(KNOWN)
    MC_CURVES_fb409(KNOWN) MC_CURVES_fb431(KNOWN) MC_CURVES_fb571(KNOWN)
    /* clang-format on */
};
static const char *const all_curves[][NAMES_MAX] = {MC_CURVES(KNOWN)};

#define COUNT(of) (sizeof(of) / sizeof *(of))

static int is_oid(const char *name)
{
    return isdigit((unsigned char)*name);
}

static int is_builtin(int nid)
{
    EC_builtin_curve known[128];
    const size_t count = EC_get_builtin_curves(known, COUNT(known));
    for (size_t i = 0; i < count && i < COUNT(known); i++)
        if (known[i].nid == nid)
            return 1;
    return 0;
}

/* Whether 2^bit lies below the order: then it may be a half of a signature. */
static int is_below_order(size_t bit, const mc_curve *curve)
{
    uint8_t signature[MC_MAX_SIGNATURE_BYTES] = {0};
    const size_t bytes = mc_curve_scalar_bytes(curve);
    signature[bytes - 1 - bit / 8] = (uint8_t)(1 << bit % 8);
    memcpy(signature + bytes, signature, bytes);
    return mc_ecdsa_signature_validate(signature, 2 * bytes, curve) == MC_OK;
}

static int order_bits(const mc_curve *curve)
{
    size_t bits = 8 * mc_curve_scalar_bytes(curve);
    while (bits > 0 && !is_below_order(bits - 1, curve))
        bits--;
    return (int)bits;
}

/* A group for each object identifier of the curve that OpenSSL knows: some have one of SECG and one of WAP. Returns how
 * many. */
static size_t serve(provider *of, const char *const *names)
{
    size_t served = 0;
    const mc_curve *curve = mc_curve_find(names[0]);
    for (size_t i = 0; curve && mc_curve_signature_bytes(curve) && names[i]; i++) {
        const int nid = is_oid(names[i]) ? OBJ_txt2nid(names[i]) : NID_undef;
        if (nid == NID_undef || !is_builtin(nid) || of->group_count == GROUPS_MAX)
            continue;
        of->groups[of->group_count++] = (group){curve, names, OBJ_nid2sn(nid), nid, order_bits(curve)};
        served++;
    }
    return served;
}

static int is_one_of(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (strcasecmp(*names, name) == 0)
            return 1;
    return 0;
}

static int serve_by_name(provider *of, const char *name)
{
    for (size_t i = 0; i < COUNT(all_curves); i++)
        if (is_one_of(all_curves[i], name))
            return group_of_name(of, name) || serve(of, all_curves[i]);
    return 0;
}

int groups_find(provider *of, const char *prime_curves)
{
    static const char separators[] = ", \t";
    for (size_t i = 0; i < COUNT(binary_curves); i++)
        serve(of, binary_curves[i]);
    const char *rest = prime_curves ? prime_curves : "";
    for (rest += strspn(rest, separators); *rest; rest += strspn(rest, separators)) {
        char name[NAME_MAX_SIZE];
        const size_t length = strcspn(rest, separators);
        BIO_snprintf(name, sizeof name, "%.*s", (int)length, rest);
        if (!serve_by_name(of, name))
            return RAISE(of, REASON_SETTING, "prime_curves names %s, which Motecurve and OpenSSL do not both have",
                         name);
        rest += length;
    }
    return 1;
}

const group *group_of_nid(const provider *of, int nid)
{
    for (size_t i = 0; i < of->group_count; i++)
        if (of->groups[i].nid == nid)
            return &of->groups[i];
    return NULL;
}

const group *group_of_name(const provider *of, const char *name)
{
    const int nist = EC_curve_nist2nid(name);
    if (nist != NID_undef)
        return group_of_nid(of, nist);
    if (is_oid(name))
        return group_of_nid(of, OBJ_txt2nid(name));
    for (size_t i = 0; i < of->group_count; i++)
        if (strcasecmp(of->groups[i].name, name) == 0)
            return &of->groups[i];
    for (size_t i = 0; i < of->group_count; i++)
        if (is_one_of(of->groups[i].aliases, name))
            return &of->groups[i];
    return NULL;
}

size_t group_signature_der_bytes(const group *of)
{
    const size_t integer = 2 + (size_t)of->order_bits / 8 + 1;
    return 2 * integer + (2 * integer < 128 ? 2 : 3);
}

static int set_number(OSSL_PARAM params[], const char *key, const BIGNUM *number)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, key);
    return !p || (number && OSSL_PARAM_set_BN(p, number));
}

static int set_octets(OSSL_PARAM params[], const char *key, const unsigned char *octets, size_t bytes)
{
    OSSL_PARAM *p = OSSL_PARAM_locate(params, key);
    return !p || (octets && bytes && OSSL_PARAM_set_octet_string(p, octets, bytes));
}

static int set_generator(OSSL_PARAM params[], const EC_GROUP *its)
{
    unsigned char *generator = NULL;
    if (!OSSL_PARAM_locate(params, OSSL_PKEY_PARAM_EC_GENERATOR))
        return 1;
    const size_t bytes = EC_POINT_point2buf(its, EC_GROUP_get0_generator(its), EC_GROUP_get_point_conversion_form(its),
                                            &generator, NULL);
    const int done = set_octets(params, OSSL_PKEY_PARAM_EC_GENERATOR, generator, bytes);
    OPENSSL_free(generator);
    return done;
}

#ifndef OPENSSL_NO_EC2M
/* How the polynomial of a binary field is written. */
static int set_basis(OSSL_PARAM params[], const EC_GROUP *its)
{
    unsigned middle[3] = {0};
    OSSL_PARAM *p = OSSL_PARAM_locate(params, OSSL_PKEY_PARAM_EC_CHAR2_M);
    if (EC_GROUP_get_field_type(its) != NID_X9_62_characteristic_two_field)
        return 1;
    if (p && !OSSL_PARAM_set_int(p, EC_GROUP_get_degree(its)))
        return 0;
    const int basis = EC_GROUP_get_basis_type(its);
    p = OSSL_PARAM_locate(params, OSSL_PKEY_PARAM_EC_CHAR2_TYPE);
    if (p && !OSSL_PARAM_set_utf8_string(p, OBJ_nid2sn(basis)))
        return 0;
    if (basis == NID_X9_62_tpBasis) {
        p = OSSL_PARAM_locate(params, OSSL_PKEY_PARAM_EC_CHAR2_TP_BASIS);
        return !p || (EC_GROUP_get_trinomial_basis(its, &middle[0]) && OSSL_PARAM_set_int(p, (int)middle[0]));
    }
    static const char *const keys[] = {OSSL_PKEY_PARAM_EC_CHAR2_PP_K1, OSSL_PKEY_PARAM_EC_CHAR2_PP_K2,
                                       OSSL_PKEY_PARAM_EC_CHAR2_PP_K3};
    for (size_t i = 0; i < COUNT(keys); i++) {
        p = OSSL_PARAM_locate(params, keys[i]);
        if (p && !(EC_GROUP_get_pentanomial_basis(its, &middle[0], &middle[1], &middle[2]) &&
                   OSSL_PARAM_set_int(p, (int)middle[i])))
            return 0;
    }
    return 1;
}
#else
static int set_basis(OSSL_PARAM params[], const EC_GROUP *its)
{
    (void)params, (void)its;
    return 1;
}
#endif

static int set_equation(OSSL_PARAM params[], const EC_GROUP *its)
{
    BIGNUM *p = BN_new(), *a = BN_new(), *b = BN_new();
    const int done = p && a && b && EC_GROUP_get_curve(its, p, a, b, NULL) &&
                     set_number(params, OSSL_PKEY_PARAM_EC_P, p) && set_number(params, OSSL_PKEY_PARAM_EC_A, a) &&
                     set_number(params, OSSL_PKEY_PARAM_EC_B, b) &&
                     set_number(params, OSSL_PKEY_PARAM_EC_ORDER, EC_GROUP_get0_order(its)) &&
                     set_number(params, OSSL_PKEY_PARAM_EC_COFACTOR, EC_GROUP_get0_cofactor(its)) &&
                     set_generator(params, its) && set_basis(params, its);
    BN_free(p);
    BN_free(a);
    BN_free(b);
    return done;
}

static int is_any_asked(const OSSL_PARAM params[])
{
    static const char *const keys[] = {OSSL_PKEY_PARAM_EC_P,
                                       OSSL_PKEY_PARAM_EC_A,
                                       OSSL_PKEY_PARAM_EC_B,
                                       OSSL_PKEY_PARAM_EC_GENERATOR,
                                       OSSL_PKEY_PARAM_EC_ORDER,
                                       OSSL_PKEY_PARAM_EC_COFACTOR,
                                       OSSL_PKEY_PARAM_EC_SEED,
                                       OSSL_PKEY_PARAM_EC_CHAR2_M,
                                       OSSL_PKEY_PARAM_EC_CHAR2_TYPE,
                                       OSSL_PKEY_PARAM_EC_FIELD_TYPE,
                                       OSSL_PKEY_PARAM_EC_CHAR2_TP_BASIS};
    for (size_t i = 0; i < COUNT(keys); i++)
        if (OSSL_PARAM_locate_const(params, keys[i]))
            return 1;
    return OSSL_PARAM_locate_const(params, OSSL_PKEY_PARAM_EC_CHAR2_PP_K1) != NULL;
}

int group_get_params(const group *of, point_conversion_form_t form, OSSL_PARAM params[])
{
    if (!is_any_asked(params))
        return 1;
    EC_GROUP *its = EC_GROUP_new_by_curve_name(of->nid);
    if (!its)
        return 0;
    EC_GROUP_set_point_conversion_form(its, form);
    OSSL_PARAM *p = OSSL_PARAM_locate(params, OSSL_PKEY_PARAM_EC_FIELD_TYPE);
    const int done = (!p || OSSL_PARAM_set_utf8_string(p, OBJ_nid2sn(EC_GROUP_get_field_type(its)))) &&
                     set_equation(params, its) &&
                     (!EC_GROUP_get0_seed(its) ||
                      set_octets(params, OSSL_PKEY_PARAM_EC_SEED, EC_GROUP_get0_seed(its), EC_GROUP_get_seed_len(its)));
    EC_GROUP_free(its);
    return done;
}
