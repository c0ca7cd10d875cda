/*---
name: exponent
family: fp-sqrt
summary: a power of a where p is 3 mod 4 or 5 mod 8, else Tonelli and Shanks' method with a fixed number of steps
source: Atkin 1992 for 5 mod 8; RFC 9380 appendices I.1 to I.4
domain: any a below p, in the form that the field has; the result is ~0 if a is a square, then r^2 = a
constant_time: same-trace-and-addresses
requires: !defined(FP_RUNTIME_MODULUS)
uses: fp-mul-reduce, fp-sqr-reduce
---*/
#include "fp/fp.h"

#ifndef FP_RUNTIME_MODULUS

#include "fp/inversion/root_chain.h"

#if FP_TWO_ADICITY == 1

/* The number whose power is taken. */
MC_INLINE void base(mc_word *r, const mc_word *a)
{
    FP(copy)(r, a);
}

/* a a^((p - 3) / 4), r = a^((p - 3) / 4) before. */
static void from_power(mc_word *r, const mc_word *a)
{
    fp_mul(r, r, a);
}

static void candidate(mc_word *r, const mc_word *a)
{
    power(r, a);
    from_power(r, a);
}

#elif FP_TWO_ADICITY == 2

MC_INLINE void base(mc_word *r, const mc_word *a)
{
    fp_add(r, a, a);
}

/* With b = (2 a)^((p - 5) / 8), i = 2 a b^2 is a root of -1 if a is a square, and (a b (i - 1))^2 = a; r = b before. */
static void from_power(mc_word *r, const mc_word *a)
{
    mc_word i[FP_WORDS], one[FP_WORDS];
    fp_sqr(i, r);
    fp_add(one, a, a);
    fp_mul(i, i, one);
    FP(set_small)(one, 1);
    fp_sub(i, i, one);
    fp_mul(r, a, r);
    fp_mul(r, r, i);
    mc_wipe(i, sizeof i);
}

static void candidate(mc_word *r, const mc_word *a)
{
    mc_word twice[FP_WORDS];
    base(twice, a);
    power(r, twice);
    from_power(r, a);
    mc_wipe(twice, sizeof twice);
}

#else

static const MC_FLASH mc_word root_of_unity[FP_WORDS] = FP_ROOT_OF_UNITY; /* of order 2^s, in the field's form */

/* r^2 = a t always. Before the step for i, t^(2^(i - 1)) = 1 and c has order 2^i; after it t^(2^(i - 2)) = 1, for which
 * r and t take a factor where it was not. At the end t = 1. */
static void candidate(mc_word *r, const mc_word *a)
{
    mc_word t[FP_WORDS], c[FP_WORDS], one[FP_WORDS], b[FP_WORDS];
    FP(set_small)(one, 1);
    FP(from_flash)(c, root_of_unity);
    power(r, a);
    fp_sqr(t, r);
    fp_mul(t, t, a); /* a^q */
    fp_mul(r, r, a); /* a^((q + 1) / 2) */
    for (uint8_t i = FP_TWO_ADICITY; i > 1; i--) {
        FP(copy)(b, t);
        for (uint8_t j = 2; j < i; j++)
            fp_sqr(b, b);
        mc_word unchanged = FP(mask_equal)(b, one);
        fp_mul(b, r, c);
        FP(select)(r, b, (mc_word)~unchanged);
        fp_sqr(c, c);
        fp_mul(b, t, c);
        FP(select)(t, b, (mc_word)~unchanged);
    }
    mc_wipe(t, sizeof t);
    mc_wipe(b, sizeof b);
}

#endif

mc_word FP(sqrt_exponent)(mc_word *r, const mc_word *a)
{
    mc_word root[FP_WORDS], square[FP_WORDS];
    candidate(root, a);
    fp_sqr(square, root);
    mc_word is_square = FP(mask_equal)(square, a);
    FP(copy)(r, root);
    mc_wipe(root, sizeof root);
    mc_wipe(square, sizeof square);
    return is_square;
}

#if FIELD_HAS_EDDSA_CURVES && !defined(MC_SINGLE_CURVE)
#define ROOTS_AT_ONCE 3 /* as many as x86-64 overlaps */

void FP(sqrt_each)(mc_word (*numbers)[FP_WORDS], mc_word *are_squares, size_t count)
{
    mc_word registers[ROOTS_AT_ONCE][FP_ROOT_CHAIN_REGISTERS][FP_WORDS], square[FP_WORDS];
    for (size_t done = 0; done < count; done += ROOTS_AT_ONCE) {
        const uint8_t some = (uint8_t)(count - done < ROOTS_AT_ONCE ? count - done : ROOTS_AT_ONCE);
        for (uint8_t i = 0; i < some; i++)
            base(registers[i][0], numbers[done + i]);
        chain_power_each(registers[0][0], some, FP_ROOT_CHAIN_REGISTERS, root_steps,
                         sizeof root_steps / sizeof *root_steps);
        for (uint8_t i = 0; i < some; i++) {
            mc_word *root = registers[i][0];
            from_power(root, numbers[done + i]);
            fp_sqr(square, root);
            are_squares[done + i] = FP(mask_equal)(square, numbers[done + i]);
            FP(copy)(numbers[done + i], root);
        }
    }
    mc_wipe(registers, sizeof registers);
    mc_wipe(square, sizeof square);
}
#endif

#endif
