/* OpenSSL's low-level functions on points and keys, so that nothing is timed that the other side does not do as well.
 * Named curves are used if it has them, as they have code of their own, else explicit parameters.
 *
 * scalar-mult is EC_POINT_mul of one point, and its affine coordinates. OpenSSL computes it by a ladder that is
 * constant time in the scalar, or by the tables of its own code for the curves that have it. ecdh adds the decoding
 * of the peer's key, with its check that the point is on the curve (not that it is in the subgroup). */
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdh.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#include "openssl.h"

#define DIGEST_BYTES 32

struct call {
    BIGNUM *k, *l, *x, *y;
    EC_POINT *p, *r;
    EC_KEY *key; /* private key, or for a verification the public one in its place */
    ECDSA_SIG *signature;
    size_t public_key_bytes, secret_bytes;
    uint8_t public_key[1 + 2 * NUMBER_BYTES], digest[DIGEST_BYTES], secret[NUMBER_BYTES];
    int ok;
};

/* The single run of an operation, and the names of its inputs and outputs: k, l scalars; p, q affine points; P the
 * public key and s the signature as in the interface; d the private key, D the one drawn; e the digest; z the shared
 * secret; r the resulting point. */
struct operation {
    const char *name;
    void (*run)(struct call *call);
    const char *inputs, *outputs;
};

static const struct operation *operation;
static EC_GROUP *group;
static BN_CTX *context;
static size_t octets;

static void affine(struct call *c)
{
    c->ok &= EC_POINT_get_affine_coordinates(group, c->r, c->x, c->y, context);
}

static void run_scalar_mult(struct call *c)
{
    c->ok &= EC_POINT_mul(group, c->r, NULL, c->p, c->k, context);
    affine(c);
}

static void run_base(struct call *c)
{
    c->ok &= EC_POINT_mul(group, c->r, c->k, NULL, NULL, context);
    affine(c);
}

static void run_double(struct call *c)
{
    c->ok &= EC_POINT_mul(group, c->r, c->k, c->p, c->l, context);
    affine(c);
}

static void run_ecdh(struct call *c)
{
    c->ok &= EC_POINT_oct2point(group, c->p, c->public_key, c->public_key_bytes, context);
    c->ok &= ECDH_compute_key(c->secret, c->secret_bytes, c->p, c->key, NULL) == (int)c->secret_bytes;
}

static void run_keygen(struct call *c)
{
    c->ok &= EC_KEY_generate_key(c->key);
    c->ok &= EC_POINT_point2oct(group, EC_KEY_get0_public_key(c->key), POINT_CONVERSION_UNCOMPRESSED, c->public_key,
                                c->public_key_bytes, context) == c->public_key_bytes;
}

static void run_sign(struct call *c)
{
    ECDSA_SIG_free(c->signature);
    c->signature = ECDSA_do_sign(c->digest, DIGEST_BYTES, c->key);
    c->ok &= c->signature != NULL;
}

static void run_verify(struct call *c)
{
    c->ok &= EC_POINT_oct2point(group, c->p, c->public_key, c->public_key_bytes, context);
    c->ok &= EC_KEY_set_public_key(c->key, c->p);
    c->ok &= ECDSA_do_verify(c->digest, DIGEST_BYTES, c->signature, c->key) == 1;
}

static const struct operation operations[] = {
    {"scalar-mult", run_scalar_mult, "kp", "r"},    {"scalar-mult-base", run_base, "k", "r"},
    {"scalar-mult-double", run_double, "klq", "r"}, {"ecdh", run_ecdh, "dP", "z"},
    {"ecdsa-keygen", run_keygen, "d", "DP"},        {"ecdsa-sign", run_sign, "de", "s"},
    {"ecdsa-verify", run_verify, "sPe", ""},
};

/* A new number; null if there is none of that name. */
static BIGNUM *number(const struct numbers *in, const char *name)
{
    const uint8_t *bytes = numbers_find(in, name);
    return bytes ? BN_lebin2bn(bytes, NUMBER_BYTES, NULL) : NULL;
}

static EC_POINT *point(const EC_GROUP *of, const struct numbers *in, const char *x_name, const char *y_name)
{
    BIGNUM *x = number(in, x_name), *y = number(in, y_name);
    EC_POINT *p = EC_POINT_new(of);
    if (!x || !y || !EC_POINT_set_affine_coordinates(of, p, x, y, context)) {
        EC_POINT_free(p);
        p = NULL;
    }
    BN_free(x);
    BN_free(y);
    return p;
}

/* The group of one of OpenSSL's names, if it has our parameters; else null. */
static EC_GROUP *named_group(const char *names, const struct numbers *parameters)
{
    char *copy = strdup(names), *rest = copy;
    EC_GROUP *found = NULL;
    BIGNUM *n = number(parameters, "n");
    for (char *name; !found && (name = strtok_r(rest, ",", &rest));) {
        int id = OBJ_txt2nid(name);
        found = id == NID_undef ? NULL : EC_GROUP_new_by_curve_name(id);
        EC_POINT *g = found ? point(found, parameters, "gx", "gy") : NULL;
        if (found && (!g || EC_POINT_cmp(found, g, EC_GROUP_get0_generator(found), context) != 0 ||
                      BN_cmp(n, EC_GROUP_get0_order(found)) != 0)) {
            EC_GROUP_free(found);
            found = NULL;
        }
        EC_POINT_free(g);
    }
    BN_free(n);
    free(copy);
    return found;
}

static EC_GROUP *explicit_group(const struct numbers *parameters, int is_prime)
{
    BIGNUM *p = number(parameters, "p"), *a = number(parameters, "a"), *b = number(parameters, "b");
    BIGNUM *n = number(parameters, "n"), *h = number(parameters, "h");
    EC_GROUP *made = NULL;
    if (p && a && b && n && h)
        made = (is_prime ? EC_GROUP_new_curve_GFp : EC_GROUP_new_curve_GF2m)(p, a, b, context);
    EC_POINT *g = made ? point(made, parameters, "gx", "gy") : NULL;
    if (made && (!g || !EC_GROUP_set_generator(made, g, n, h))) {
        EC_GROUP_free(made);
        made = NULL;
    }
    EC_POINT_free(g);
    BIGNUM *all[] = {p, a, b, n, h};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        BN_free(all[i]);
    return made;
}

static const char *open_group(const struct subject *subject)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, subject->operation) == 0)
            operation = &operations[i];
    if (!operation)
        return "it lacks this operation";
    context = BN_CTX_new();
    octets = subject->octets;
    group = named_group(subject->aliases, &subject->parameters);
    if (!group)
        group = explicit_group(&subject->parameters, strncmp(subject->field, "fp", 2) == 0);
    const char *reason = group ? NULL : ERR_reason_error_string(ERR_peek_last_error());
    return group || reason ? reason : "it refuses the parameters of this curve";
}

/* The key of a call: with the private key d, or without it if d is zero. */
static EC_KEY *new_key(const struct numbers *in)
{
    BIGNUM *d = number(in, "d");
    EC_KEY *key = EC_KEY_new();
    if (!EC_KEY_set_group(key, group) || (d && !EC_KEY_set_private_key(key, d))) {
        EC_KEY_free(key);
        key = NULL;
    }
    BN_free(d);
    return key;
}

static ECDSA_SIG *new_signature(const struct numbers *in)
{
    BIGNUM *r = number(in, "r"), *s = number(in, "s");
    ECDSA_SIG *signature = ECDSA_SIG_new();
    return r && s && ECDSA_SIG_set0(signature, r, s) ? signature : NULL;
}

static int set_public_key(struct call *c, const struct numbers *in)
{
    c->public_key[0] = 4; /* an uncompressed point */
    c->p = EC_POINT_new(group);
    return numbers_get_big(in, "px", c->public_key + 1, octets) &&
           numbers_get_big(in, "py", c->public_key + 1 + octets, octets);
}

static int set_input(struct call *c, char input, const struct numbers *in)
{
    switch (input) {
    case 'k':
        return (c->k = number(in, "k")) != NULL;
    case 'l':
        return (c->l = number(in, "l")) != NULL;
    case 'p':
        return (c->p = point(group, in, "px", "py")) != NULL;
    case 'q':
        return (c->p = point(group, in, "qx", "qy")) != NULL;
    case 'P':
        return set_public_key(c, in);
    case 'd':
        return numbers_find(in, "d") != NULL;
    case 'e':
        return numbers_get_big(in, "digest", c->digest, DIGEST_BYTES);
    default:
        return (c->signature = new_signature(in)) != NULL;
    }
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    c->r = EC_POINT_new(group);
    c->x = BN_new();
    c->y = BN_new();
    c->key = new_key(in);
    c->public_key_bytes = 1 + 2 * octets;
    c->secret_bytes = octets;
    c->ok = c->key != NULL;
    for (const char *input = operation->inputs; *input; input++)
        c->ok &= set_input(c, *input, in);
    if (c->k)
        BN_set_flags(c->k, BN_FLG_CONSTTIME);
    return c->ok ? c : NULL;
}

static void run(void *prepared, size_t count)
{
    for (size_t i = 0; i < count; i++)
        operation->run(prepared);
}

static void add(struct numbers *out, const char *name, const BIGNUM *value)
{
    uint8_t bytes[NUMBER_BYTES];
    BN_bn2lebinpad(value, bytes, sizeof bytes);
    numbers_add_little(out, name, bytes, sizeof bytes);
}

static void results(const void *prepared, struct numbers *out)
{
    const struct call *c = prepared;
    const uint8_t status = !c->ok;
    numbers_add_little(out, "status", &status, 1);
    for (const char *output = operation->outputs; c->ok && *output; output++) {
        if (*output == 'r') {
            add(out, "rx", c->x);
            add(out, "ry", c->y);
        }
        if (*output == 'z')
            numbers_add_big(out, "secret", c->secret, c->secret_bytes);
        if (*output == 'D')
            add(out, "d", EC_KEY_get0_private_key(c->key));
        if (*output == 'P') {
            numbers_add_big(out, "px", c->public_key + 1, octets);
            numbers_add_big(out, "py", c->public_key + 1 + octets, octets);
        }
        if (*output == 's') {
            add(out, "r", ECDSA_SIG_get0_r(c->signature));
            add(out, "s", ECDSA_SIG_get0_s(c->signature));
        }
    }
}

const struct kind openssl_group = {open_group, prepare, run, results};
