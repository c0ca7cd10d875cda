/* The ladder on x-coordinates with a blinded scalar, in place of the bound one where scalars are blinded
 * (docs/protection/blinding.md). Any x, of the curve and of its twist, of any order; infinity has x = 0, as there.
 *
 * 1. k' = k + r N with a random r, where N is the number of points of the curve on which x lies, or of its twist: N
 *    takes each of their points to infinity (Coron 1999, Section 5.1). A root tells which; x is public. N is near a
 *    power of two: r has half as many bits as N, or the middle bits of k' would be those of k (Ciet and Joye 2003).
 * 2. Swaps come from two shares, whose sum is random, and each share swaps. Masks have as many ones for 0 as for 1,
 *    whichever way the bit is stored: bits are written as the pairs 01 and 10.
 * 3. Where coordinates are blinded, both points get another factor in every step, between the two swaps.
 *
 * A probe that reads both shares in one trace is not countered. */
#include "motecurve/random.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES && MC_BLINDS_SCALARS

#define FACTOR_WORDS  ((EC_SCALAR_WORDS + 1) / 2)
#define BLINDED_WORDS (EC_SCALAR_WORDS + FACTOR_WORDS)
#define BLINDED_BITS  ((uint16_t)(BLINDED_WORDS * MC_WORD_BITS)) /* the highest of k' is 0 */
#define EVERY_OTHER   ((mc_word)((mc_word) ~(mc_word)0 / 3))     /* 0101...01 */
#define NIBBLES       (MC_WORD_BITS / 4)

typedef struct {
    mc_word points[4 * EC_WORDS], room[2 * EC_WORDS]; /* (X2 : Z2), (X3 : Z3), and room for steps */
    mc_word swaps[2][BLINDED_WORDS];                  /* shares: bit i + 1 swaps before the step for bit i of k' */
    EC(blinding) blinding;
} blinded_ladder;

/* ~0 for the x of a point of the curve, 0 for one of its twist: whether x ((x + 1)^2 + 4 a24 x) is a square. */
static mc_word mask_on_curve(const mc_word *x, const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word sum[EC_WORDS], rest[EC_WORDS];
    field_set_small(sum, 1);
    fp_add(sum, sum, x);
    fp_sqr(sum, sum);
    fp_mul_small(rest, x, curve->a24);
    fp_add(rest, rest, rest);
    fp_add(rest, rest, rest);
    fp_add(sum, sum, rest);
    fp_mul(sum, sum, x);
    return fp_sqrt(rest, sum);
}

/* k += r N for a multiple r of 4; k has BLINDED_WORDS words. */
static void add_multiple(mc_word *k, const mc_word *r, mc_word is_on_curve, const MC_FLASH EC(montgomery_curve) *curve)
{
    for (uint8_t i = 0; i < FACTOR_WORDS; i++) {
        mc_word carry = 0;
        for (uint8_t j = 0; i + j < BLINDED_WORDS; j++) {
            const mc_word twist = j < EC_WORDS ? curve->quarters[1][j] : 0,
                          own = j < EC_WORDS ? curve->quarters[0][j] : 0;
            const mc_word n = (mc_word)(twist ^ ((twist ^ own) & is_on_curve));
            const mc_dword sum = (mc_dword)(mc_product(r[i], n) + k[i + j] + carry);
            k[i + j] = (mc_word)sum;
            carry = (mc_word)(sum >> MC_WORD_BITS);
        }
    }
}

/* a = 2 a + a, without carries: the bits in which neighbours differ. */
static void mark_changes(mc_word *a)
{
    mc_word below = 0;
    for (uint8_t i = 0; i < BLINDED_WORDS; i++) {
        const mc_word word = a[i];
        a[i] = (mc_word)(word ^ (word << 1 | below));
        below = (mc_word)(word >> (MC_WORD_BITS - 1));
    }
}

/* The shares of the swaps for k; MC_ERROR_RANDOM if the source fails or gives 0. */
MC_NOINLINE mc_status share_swaps(mc_word (*swaps)[BLINDED_WORDS], const mc_word *k, const mc_word *x,
                                  const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word r[FACTOR_WORDS], any = 0;
    if (mc_blinding_random((uint8_t *)r, sizeof r) != 0 ||
        mc_blinding_random((uint8_t *)swaps[1], sizeof swaps[1]) != 0)
        return MC_ERROR_RANDOM;
    r[0] &= (mc_word) ~(mc_word)3;
    for (uint8_t i = 0; i < BLINDED_WORDS; i++) {
        swaps[0][i] = i < EC_SCALAR_WORDS ? k[i] : 0;
        any |= swaps[1][i];
    }
    add_multiple(swaps[0], r, mask_on_curve(x, curve), curve);
    for (uint8_t i = 0; i < BLINDED_WORDS; i++)
        swaps[0][i] ^= swaps[1][i];
    mark_changes(swaps[0]);
    mark_changes(swaps[1]);
    mc_wipe(r, sizeof r);
    return any ? MC_OK : MC_ERROR_RANDOM;
}

/* The four bits of a nibble as pairs, the highest at the top: 01 for 0, 10 for 1. */
static uint8_t in_pairs(const mc_word *share, uint8_t nibble)
{
    uint8_t bits = (uint8_t)(share[nibble / NIBBLES] >> nibble % NIBBLES * 4) & 15;
    bits = (uint8_t)(bits | bits << 2) & 0x33;
    bits = (uint8_t)(bits | bits << 1) & 0x55;
    return (uint8_t)(bits << 1 | (bits ^ 0x55));
}

/* 0101...01 for the pair 01 at the top, 1010...10 for 10. */
static mc_word mask_of_pair(uint8_t pairs)
{
    mc_word mask = (mc_word)(pairs >> 6);
    for (uint8_t bits = 2; bits < MC_WORD_BITS; bits = (uint8_t)(2 * bits))
        mask = (mc_word)(mask | mask << bits);
    return mc_word_barrier(mask);
}

/* Exchanges the points for the mask 1010...10. Alternate bits of both are put in one word, so that either mask takes
 * half of a word, and the other half of its twin. */
static void swap_points(mc_word *points, mc_word mask)
{
    for (uint8_t i = 0; i < 2 * EC_WORDS; i++) {
        const mc_word a = points[i], b = points[i + 2 * EC_WORDS];
        const mc_word first = mc_word_barrier((mc_word)((a & EVERY_OTHER) | (b & (mc_word)~EVERY_OTHER)));
        const mc_word second = mc_word_barrier((mc_word)((b & EVERY_OTHER) | (a & (mc_word)~EVERY_OTHER)));
        points[i] = (mc_word)((first & mask) | (second & (mc_word)~mask));
        points[i + 2 * EC_WORDS] = (mc_word)((second & mask) | (first & (mc_word)~mask));
    }
}

/* All coordinates times the factor, which becomes its square. */
static void scale_points(blinded_ladder *p)
{
#if MC_BLINDS_COORDINATES
    for (uint8_t i = 0; i < 4; i++) {
        mc_word *const coordinate = p->points + i * EC_WORDS;
        FP(reduce_once)(coordinate, coordinate, 0);
        fp_mul(coordinate, coordinate, p->blinding.factor);
    }
    fp_sqr(p->blinding.factor, p->blinding.factor);
#else
    (void)p;
#endif
}

/* The ladder from infinity and x; the first point becomes that of k'. */
MC_NOINLINE void climb_blinded(blinded_ladder *p, const mc_word *x, uint32_t a24)
{
    uint8_t first = 0, second = 0;
    for (uint16_t i = BLINDED_BITS; i--;) {
        if (i % 4 == 3) {
            first = in_pairs(p->swaps[0], (uint8_t)(i / 4));
            second = in_pairs(p->swaps[1], (uint8_t)(i / 4));
        }
        swap_points(p->points, mask_of_pair(first));
        scale_points(p);
        swap_points(p->points, mask_of_pair(second));
        first = (uint8_t)(first << 2);
        second = (uint8_t)(second << 2);
        if (i) {
            ec_ladder_step(p->points, x, 0, a24);
            ec_counts_as(1, 1);
        }
    }
}

mc_status EC(scalar_mult_x_blinded)(mc_word *r, const mc_word *k, const mc_word *x,
                                    const MC_FLASH EC(montgomery_curve) *curve)
{
    blinded_ladder p;
    mc_word *const x2 = p.points, *const z2 = x2 + EC_WORDS;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&p.blinding, &status);
    if (status == MC_OK)
        status = share_swaps(p.swaps, k, x, curve);
    if (status == MC_OK) {
        field_set_small(x2, 1);
        field_set_small(z2, 0);
        field_copy(z2 + EC_WORDS, x);
        field_set_small(z2 + 2 * EC_WORDS, 1);
        climb_blinded(&p, x, curve->a24);
        FP(reduce_once)(x2, x2, 0);
        FP(reduce_once)(z2, z2, 0);
        fp_inv(z2, z2);
        fp_mul(r, x2, z2);
    } else {
        field_set_small(r, 0);
    }
    mc_wipe(&p, sizeof p);
    return status;
}

#endif
