#include "scalar/blinding.h"

#include "motecurve/random.h"

/* A working source gives 0 once in as many times as the field has elements, or the group: of the tiny ones of the
 * tests, now and then. */
#define DRAWS_MAX 32

#if MC_BLINDS_SCALARS

/* Numbers of the bits of a scalar modulo n: those below 2^l mod n come a little oftener. */
mc_status EC(blinding_number)(mc_word *r, const MC_FLASH EC(curve) *curve)
{
    for (uint8_t draws = 0; draws < DRAWS_MAX; draws++) {
        if (mc_blinding_random((uint8_t *)r, EC_SCALAR_WORDS * sizeof *r) != 0)
            break;
        r[EC_SCALAR_WORDS - 1] &= TOP_SCALAR_MASK;
        ORDER(mod)(r, r, curve->order_bits, EC_CURVE_MODULUS(curve));
        if (!ORDER(mask_zero)(r))
            return MC_OK;
    }
    mc_wipe(r, EC_SCALAR_WORDS * sizeof *r);
    return MC_ERROR_RANDOM;
}

/* (secret - b) factor + b factor for a random b. */
mc_status EC(blinded_product)(mc_word *sum, mc_word *secret, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_word share[EC_SCALAR_WORDS];
    const mc_status status = EC(blinding_number)(share, curve);
    if (status == MC_OK) {
        order_add(secret, secret, share, m);
        ORDER(neg)(share, share, m);
        ORDER(to_form)(secret, secret, m);
        ORDER(to_form)(share, share, m);
        order_mul(secret, secret, factor, m);
        order_mul(share, share, factor, m);
        order_add(sum, sum, share, m);
        order_add(sum, sum, secret, m);
    } else {
        mc_wipe(sum, EC_SCALAR_WORDS * sizeof *sum);
    }
    mc_wipe(secret, EC_SCALAR_WORDS * sizeof *secret);
    mc_wipe(share, sizeof share);
    return status;
}

#endif

#if MC_BLINDS_COORDINATES

/* Numbers of the field's bits, which are taken modulo p of a prime field: below 2^bits - p come twice as often as
 * others, which leaves a factor almost all of its entropy. What is drawn is the element in whichever form the field
 * has. */
static mc_status draw_factor(mc_word *r)
{
    for (uint8_t draws = 0; draws < DRAWS_MAX; draws++) {
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
