/*---
name: ladder-narrow
family: scalar-mult-x
summary: Montgomery ladder on x-coordinates, whose loop has a frame of its own: less stack below the inversion
source: Montgomery 1987, Section 10.3.1; RFC 7748, Section 5
domain: any x, of points of the curve and of its twist, 0 <= k < 2^l
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES
constant_time: same-trace
uses: ladder-step, fp-inv, fp-mul-reduce
doublings: l
additions: l
---*/
/* Which x need no case of their own: ladder_montgomery.c. */
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES

#define NARROW_TOP_GAP ((uint8_t)(EC_SCALAR_WORDS * MC_WORD_BITS - EC_SCALAR_BITS)) /* bits above those of k */

/* Four elements, and two for steps that take room behind them. */
#define MC_TAKES_NO_ROOM_ladder_step_weak_thumb        1
#define MC_TAKES_NO_ROOM_ladder_step_weak_halves_thumb 1
typedef struct {
    mc_word x2[EC_WORDS], z2[EC_WORDS], x3[EC_WORDS], z3[EC_WORDS];
#if !MC_CONCATENATE(MC_TAKES_NO_ROOM_, MC_LADDER_STEP)
    mc_word room[2 * EC_WORDS];
#endif
} narrow_ladder;

/* k (X3 : Z3), (X2 : Z2) being infinity: the point that is returned, of the two. A step exchanges them where its bit of
 * k is not the one above it. The bits of a word leave it at its upper end. */
MC_NOINLINE mc_word *climb_narrow(narrow_ladder *p, const mc_word *k, const mc_word *x, uint32_t a24)
{
    mc_word above = 0, bits = MC_WORD_BITS - NARROW_TOP_GAP;
    for (const mc_word *next = k + EC_SCALAR_WORDS; next != k; bits = MC_WORD_BITS) {
        const mc_word own = *--next;
        mc_word swaps = (mc_word)((own ^ (own >> 1 | above << (MC_WORD_BITS - 1))) << (MC_WORD_BITS - bits));
        above = own;
        do {
            ec_ladder_step(p->x2, x, swaps >> (MC_WORD_BITS - 1), a24);
            swaps = (mc_word)(swaps << 1);
            ec_counts_as(1, 1);
        } while (--bits);
    }
#if MC_HAS_DATA_CACHE
    const mc_word mask = mc_word_barrier((mc_word)(0 - (above & 1)));
    field_select(p->x2, p->x3, mask);
    field_select(p->z2, p->z3, mask);
    return p->x2;
#else
    return p->x2 + (above & 1) * (2 * EC_WORDS); /* an address that depends on a secret, as those of a step do */
#endif
}

mc_status EC(scalar_mult_x_ladder_narrow)(mc_word *r, const mc_word *k, const mc_word *x,
                                          const MC_FLASH EC(montgomery_curve) *curve)
{
    narrow_ladder p;
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    if (status != MC_OK) {
        field_set_small(r, 0);
        return status;
    }
    field_set_small(p.x2, 1);
    field_set_small(p.z2, 0);
    field_copy(p.x3, x);
    field_set_small(p.z3, 1);
    ec_blind_quotient(p.x2, p.z2, &blinding);
    ec_blind_quotient(p.x3, p.z3, &blinding);
    ec_blinding_end(&blinding);
    mc_word *const numerator = climb_narrow(&p, k, x, curve->a24), *const divisor = numerator + EC_WORDS;
    FP(reduce_once)(numerator, numerator, 0);
    FP(reduce_once)(divisor, divisor, 0);
    fp_inv(divisor, divisor);
    fp_mul(r, numerator, divisor);
    mc_wipe(&p, sizeof p);
    return MC_OK;
}

#endif
