/* Prime fields and the arithmetic modulo group orders: members of a family against each other and identities between
 * families, for the sanitizers to watch. (tests/src/fp/test_fp.py compares the values with Python's.)
 * fields: prime */
#include "curve/curve.h"
#include "fp/fp.h"
#include "fp/order.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS 20

static int failures;

static void check(mc_word condition, const char *what)
{
    if (condition)
        return;
    printf("%s: %s\n", MC_STRINGIFY(MC_FIELD), what);
    failures++;
}

/* xorshift64 */
static void set_random(mc_word *r, uint8_t words)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    for (uint8_t i = 0; i < words; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        r[i] = (mc_word)(state >> (64 - MC_WORD_BITS));
    }
}

/* 0, 1, p - 1, words of all ones modulo p, then random elements. */
static void set_sample(mc_word *r, unsigned number)
{
    uint8_t octets[FP_WORDS * MC_WORD_BYTES];
    set_random((mc_word *)memset(r, 0, FP_WORDS * sizeof *r), FP_WORDS);
    memcpy(octets, r, sizeof octets);
    if (number == 3)
        memset(octets, 0xff, sizeof octets);
    FP(from_octets)(r, octets, sizeof octets, FP_BITS);
    if (number > 2)
        return;
    memset(r, 0, FP_WORDS * sizeof *r);
    r[0] = number != 0;
    if (number == 2)
        FP(neg)(r, r);
}

static void check_products(const mc_word *a, const mc_word *b)
{
    mc_word expected[2 * FP_WORDS], c[2 * FP_WORDS];
    FP(mul_operand_scanning)(expected, a, b);
#define CHECK(member)                                                                                                  \
    FP(member)(c, a, b);                                                                                               \
    check(!memcmp(c, expected, sizeof c), #member);
    MC_FP_MUL_MEMBERS(CHECK)
#undef CHECK
    FP(mul_operand_scanning)(expected, a, a);
#define CHECK(member)                                                                                                  \
    FP(member)(c, a);                                                                                                  \
    check(!memcmp(c, expected, sizeof c), #member);
    MC_FP_SQR_MEMBERS(CHECK)
#undef CHECK
}

/* Barrett's reduction works for every shape of prime. */
static void reduced_product(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word c[2 * FP_WORDS];
    FP(mul_operand_scanning)(c, a, b);
    FP(reduce_barrett)(r, c);
}

/* r is a b, or a b / R. */
static void check_reduced(const mc_word *r, const mc_word *a, const mc_word *b, const char *member)
{
    mc_word expected[FP_WORDS], radix[FP_WORDS], scaled[FP_WORDS];
    reduced_product(expected, a, b);
    FP(from_flash)(radix, FP_MODULUS->r);
    reduced_product(scaled, r, radix);
    check(FP(mask_equal)(r, expected) | FP(mask_equal)(scaled, expected), member);
}

static void check_reductions(const mc_word *a, const mc_word *b)
{
    mc_word c[2 * FP_WORDS], r[FP_WORDS];
#define CHECK(member)                                                                                                  \
    FP(mul_operand_scanning)(c, a, b);                                                                                 \
    FP(member)(r, c);                                                                                                  \
    check_reduced(r, a, b, #member);
    MC_FP_REDUCE_MEMBERS(CHECK)
#undef CHECK
#define CHECK(member)                                                                                                  \
    FP(member)(r, a, b);                                                                                               \
    check_reduced(r, a, b, #member);
    MC_FP_MUL_REDUCE_MEMBERS(CHECK)
#undef CHECK
#define CHECK(member)                                                                                                  \
    FP(member)(r, a);                                                                                                  \
    check_reduced(r, a, a, #member);
    MC_FP_SQR_REDUCE_MEMBERS(CHECK)
#undef CHECK
}

static void check_sums(const mc_word *a, const mc_word *b)
{
    mc_word r[FP_WORDS], multiple[FP_WORDS];
    fp_add(r, a, b);
    fp_sub(r, r, b);
    check(FP(mask_equal)(r, a), "a + b - b is not a");
    FP(copy)(multiple, a);
    for (uint8_t i = 0; i < 17; i++)
        fp_add(multiple, multiple, multiple);
#define CHECK(member)                                                                                                  \
    FP(member)(r, a, (uint32_t)1 << 17);                                                                               \
    check(FP(mask_equal)(r, multiple), #member);
    MC_FP_MUL_SMALL_MEMBERS(CHECK)
#undef CHECK
}

static void check_inverse(const mc_word *a)
{
    mc_word r[FP_WORDS], expected[FP_WORDS];
    FP(set_small)(expected, !FP(mask_zero)(a));
#define CHECK(member)                                                                                                  \
    FP(member)(r, a);                                                                                                  \
    fp_mul(r, r, a);                                                                                                   \
    check(FP(mask_equal)(r, expected), #member);
    MC_FP_INV_MEMBERS(CHECK)
#undef CHECK
    fp_sqr(expected, a);
#define CHECK(member)                                                                                                  \
    check(FP(member)(r, expected), #member);                                                                           \
    fp_sqr(r, r);                                                                                                      \
    check(FP(mask_equal)(r, expected), #member);
    MC_FP_SQRT_MEMBERS(CHECK)
#undef CHECK
}

static void check_order(const MC_FLASH ORDER(modulus) *m, uint16_t bits)
{
    uint8_t octets[80];
    mc_word a[EC_SCALAR_WORDS], b[EC_SCALAR_WORDS], product[EC_SCALAR_WORDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        memset(octets, 0xff - (int)round, sizeof octets);
        ORDER(from_octets)(a, octets, sizeof octets - round, bits, m);
        check(ORDER(mask_below)(a, m), "residue not below the order");
        ORDER(to_form)(b, a, m);
        ORDER(from_form)(product, b, m);
        check(ORDER(mask_equal)(product, a), "not back from Montgomery form");

        order_inv(product, b, m);
        order_mul(product, product, a, m); /* a R / R / a = 1 */
        memset(b, 0, sizeof b);
        b[0] = !ORDER(mask_zero)(a);
        check(ORDER(mask_equal)(product, b), "a / a is not 1 modulo the order");
    }
}

int main(void)
{
    mc_word a[FP_WORDS], b[FP_WORDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        set_sample(a, round);
        set_sample(b, round % 4 + round / 4);
        check_products(a, b);
        check_reductions(a, b);
        check_sums(a, b);
        check_inverse(a);
    }
#define CHECK(curve) check_order(&mc_##curve##_order, mc_##curve.order_bits);
    EC_CURVES(CHECK)
    return failures != 0;
}
