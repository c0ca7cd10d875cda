#include "scalar/scalar.h"

#define WORDS    (EC_SCALAR_WORDS + 1)                  /* for k + 1 */
#define THIRD    ((mc_word)((mc_word) - 1 / 3 * 2 + 1)) /* inverses of 3 and 5 modulo 2^MC_WORD_BITS */
#define FIFTH    ((mc_word)((mc_word) - 1 / 5 * 4 + 1))
#define RESIDUES 15 /* words are added up to a residue modulo 3 * 5, which divides 2^MC_WORD_BITS - 1 */

static uint8_t chain_residue(const mc_word *n)
{
    mc_dword sum = 0;
    for (uint8_t i = 0; i < WORDS; i++)
        sum += n[i];
    return (uint8_t)(sum % RESIDUES);
}

/* n / divisor, for a multiple n of it, given the divisor's inverse: word by word from the least significant one. */
static void divide_exactly(mc_word *n, uint8_t divisor, mc_word inverse)
{
    mc_word borrow = 0;
    for (uint8_t i = 0; i < WORDS; i++) {
        const mc_word rest = (mc_word)(n[i] - borrow);
        const uint8_t below = n[i] < borrow;
        n[i] = (mc_word)((mc_dword)rest * inverse);
        borrow = (mc_word)((mc_word)(mc_product(n[i], divisor) >> MC_WORD_BITS) + below);
    }
}

/* n / 2 for an even n. */
static void chain_halve(mc_word *n)
{
    for (uint8_t i = 0; i + 1 < WORDS; i++)
        n[i] = (mc_word)(n[i] >> 1 | (mc_word)(n[i + 1] << (MC_WORD_BITS - 1)));
    n[WORDS - 1] >>= 1;
}

/* Divides n > 0 by the bases as often as they divide it, and counts that in a step with this sign. */
static mc_chain_step strip(mc_word *n, uint8_t with_fives, int8_t sign)
{
    mc_chain_step step = {0, 0, 0, sign};
    for (; !(n[0] & 1); step.twos++)
        chain_halve(n);
    uint8_t rest = chain_residue(n);
    for (; rest % 3 == 0; step.threes++, rest = chain_residue(n))
        divide_exactly(n, 3, THIRD);
    for (; with_fives && rest % 5 == 0; step.fives++, rest = chain_residue(n))
        divide_exactly(n, 5, FIFTH);
    return step;
}

/* n + 1 for n < 2^(MC_WORD_BITS (WORDS - 1)). */
static void increment(mc_word *n)
{
    for (uint8_t i = 0; ++n[i] == 0;)
        i++;
}

static uint8_t is_less(const mc_word *a, const mc_word *b)
{
    uint8_t i = WORDS - 1;
    while (i && a[i] == b[i])
        i--;
    return a[i] < b[i];
}

static uint8_t is_small(const mc_word *n, mc_word value)
{
    mc_word high = 0;
    for (uint8_t i = 1; i < WORDS; i++)
        high |= n[i];
    return !high && n[0] == value;
}

/* From the right: the rest of k is coprime to the bases; of its two neighbours the one is taken that becomes
 * smaller by division. A neighbour of n > 1 is divisible by 6, so a step leaves at most (n + 1) / 6 <= n / 4. */
uint16_t EC(chain_convert_var)(mc_chain_step *steps, const mc_word *k, uint8_t with_fives)
{
    mc_word n[WORDS], above[WORDS];
    uint16_t length = 0;
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++)
        n[i] = k[i];
    n[WORDS - 1] = 0;
    if (is_small(n, 0))
        return 0;
    steps[0] = strip(n, with_fives, 0);
    if (steps[0].twos | steps[0].threes | steps[0].fives)
        length++;
    while (!is_small(n, 1)) {
        for (uint8_t i = 0; i < WORDS; i++)
            above[i] = n[i];
        increment(above);
        n[0]--; /* n is odd */
        const mc_chain_step down = strip(above, with_fives, -1), up = strip(n, with_fives, 1);
        const uint8_t is_above = is_less(above, n);
        steps[length++] = is_above ? down : up;
        for (uint8_t i = 0; is_above && i < WORDS; i++)
            n[i] = above[i];
    }
    steps[length++] = (mc_chain_step){0, 0, 0, 1};
    return length;
}

void EC(chain_multiply_var)(EC(affine) *r, const mc_chain_step *steps, uint16_t length, const EC(affine) *p,
                            const MC_FLASH EC(curve) *curve)
{
    EC(affine) point = *p;
    ec_projective sum;
    ec_from_affine(&sum, p);
    for (uint16_t i = length - 1; i--;) {
        for (uint16_t j = steps[i].twos; j; j--)
            ec_double(&sum, &sum, curve);
        for (uint16_t j = steps[i].threes; j; j--)
            ec_triple(&sum, &sum, curve);
        for (uint8_t j = steps[i].fives; j; j--)
            ec_quintuple(&sum, &sum, curve);
        if (steps[i].sign)
            EC(add_signed_var)(&sum, &point, steps[i].sign < 0, curve);
    }
    ec_to_affine_var(r, &sum);
}
