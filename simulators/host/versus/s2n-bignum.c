/* s2n-bignum as a side: its multiplications of points, from its source files for x86-64. It has no encodings, checks of
 * points or signatures: X25519 is whole, of the primes of NIST there is scalar-mult, of affine points in plain numbers
 * like ours. MC_S2N_ALT takes its functions for processors without BMI2 and ADX. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <s2n-bignum.h>

#include "../side.h"

#define MAX_WORDS 9

#ifdef MC_S2N_ALT
#define FUNCTION(name) name##_alt
#define LEVEL          "alt"
#else
#define FUNCTION(name) name
#define LEVEL          "bmi2, adx"
#endif

struct call {
    uint64_t k[MAX_WORDS], p[2 * MAX_WORDS], r[2 * MAX_WORDS];
};

struct operation {
    const char *name, *curve;
    void (*run)(struct call *call);
    size_t words;
};

static const struct operation *operation;

static const char *version(void)
{
    return "s2n-bignum " MC_OTHER_VERSION " (" LEVEL ")";
}

static void run_x25519(struct call *c)
{
    FUNCTION(curve25519_x25519_byte)((uint8_t *)c->r, (const uint8_t *)c->k, (const uint8_t *)c->p);
}

static void run_p256(struct call *c)
{
    FUNCTION(p256_scalarmul)(c->r, c->k, c->p);
}

static void run_p384(struct call *c)
{
    uint64_t p[18], r[18], inverse[6], square[6];
    const uint64_t one[6] = {1};
    FUNCTION(bignum_tomont_p384)(p, c->p);
    FUNCTION(bignum_tomont_p384)(p + 6, c->p + 6);
    FUNCTION(bignum_tomont_p384)(p + 12, one);
    FUNCTION(p384_montjscalarmul)(r, c->k, p);
    bignum_montinv_p384(inverse, r + 12);
    FUNCTION(bignum_montsqr_p384)(square, inverse);
    FUNCTION(bignum_montmul_p384)(r, r, square);
    FUNCTION(bignum_montmul_p384)(square, square, inverse);
    FUNCTION(bignum_montmul_p384)(r + 6, r + 6, square);
    FUNCTION(bignum_deamont_p384)(c->r, r);
    FUNCTION(bignum_deamont_p384)(c->r + 6, r + 6);
}

static void run_p521(struct call *c)
{
    uint64_t p[27] = {0}, r[27], inverse[9], square[9];
    memcpy(p, c->p, 18 * sizeof *p);
    p[18] = 1;
    FUNCTION(p521_jscalarmul)(r, c->k, p);
    bignum_inv_p521(inverse, r + 18);
    FUNCTION(bignum_sqr_p521)(square, inverse);
    FUNCTION(bignum_mul_p521)(c->r, r, square);
    FUNCTION(bignum_mul_p521)(square, square, inverse);
    FUNCTION(bignum_mul_p521)(c->r + 9, r + 9, square);
}

static const struct operation operations[] = {
    {"ecdh", "Curve25519", run_x25519, 4},
    {"scalar-mult", "secp256r1", run_p256, 4},
    {"scalar-mult", "secp384r1", run_p384, 6},
    {"scalar-mult", "secp521r1", run_p521, 9},
};

static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    const char *reason = "it lacks this curve";
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].curve, subject->curve) == 0) {
            if (strcmp(operations[i].name, subject->operation) == 0)
                operation = &operations[i];
            reason = "it lacks this operation on this curve";
        }
    return operation ? NULL : reason;
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    const int is_point = strcmp(operation->name, "scalar-mult") == 0;
    const size_t bytes = 8 * operation->words;
    const int is_complete = numbers_get_little(in, is_point ? "k" : "d", c->k, bytes) &&
                            numbers_get_little(in, "px", c->p, bytes) &&
                            (!is_point || numbers_get_little(in, "py", c->p + operation->words, bytes));
    return is_complete ? c : NULL;
}

static void run(void *prepared, size_t count)
{
    for (size_t i = 0; i < count; i++)
        operation->run(prepared);
}

static void results(const void *prepared, struct numbers *out)
{
    const struct call *c = prepared;
    const uint8_t status = 0;
    numbers_add_little(out, "status", &status, 1);
    if (operation->run == run_x25519) {
        numbers_add_little(out, "secret", c->r, 32);
        return;
    }
    numbers_add_little(out, "rx", c->r, 8 * operation->words);
    numbers_add_little(out, "ry", c->r + operation->words, 8 * operation->words);
}

const struct side mc_native_side = {"s2n-bignum", version, open_side, prepare, run, results};
