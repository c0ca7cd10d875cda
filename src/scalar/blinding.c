#include "scalar/blinding.h"

#include "motecurve/random.h"

#if MC_BLINDS_COORDINATES

/* Numbers of the field's bits, which are taken modulo p of a prime field: below 2^bits - p come twice as often as
 * others, which leaves a factor almost all of its entropy. What is drawn is the element in whichever form the field
 * has. */
static mc_status draw_factor(mc_word *r)
{
    for (uint8_t draws = 0; draws < EC_BLINDING_DRAWS; draws++) {
        if (mc_blinding_random((uint8_t *)r, EC_WORDS * sizeof *r) != 0)
            break;
        r[EC_WORDS - 1] &= EC_TOP_WORD_MASK;
#if FIELD_IS_PRIME
        field_reduce_once(r, r, 0);
#endif
        if (!field_mask_zero(r))
            return MC_OK;
    }
    mc_wipe(r, EC_WORDS * sizeof *r);
    return MC_ERROR_RANDOM;
}

void EC(blinding_begin)(EC(blinding) *blinding, mc_status *status)
{
    if (*status == MC_OK)
        *status = draw_factor(blinding->factor);
}

#if FIELD_IS_PRIME

void EC(blind_co_z)(EC(affine) *p, EC(affine) *q, mc_word *z, const EC(blinding) *blinding)
{
    mc_word power[EC_WORDS];
    fp_sqr(power, blinding->factor);
    fp_mul(p->x, p->x, power);
    fp_mul(q->x, q->x, power);
    fp_mul(power, power, blinding->factor);
    fp_mul(p->y, p->y, power);
    fp_mul(q->y, q->y, power);
    if (z)
        fp_mul(z, z, blinding->factor);
    mc_wipe(power, sizeof power);
}

#endif
#endif
