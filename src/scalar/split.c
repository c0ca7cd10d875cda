/* Scalars blinded by splitting (Clavier and Joye 2001): k p = a p + (k - a) p for a random a, so that
 * neither multiplication is by a number that comes again. Splitting serves all members alike. A multiple of n added
 * to k would not: members for Koblitz curves and combs reduce k modulo a number that annihilates the point, which
 * removes the multiple again. */
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if MC_BLINDS_SCALARS

typedef struct {
    mc_word first[EC_SCALAR_WORDS], second[EC_SCALAR_WORDS];
} split_scalar;

/* MC_ERROR_SCALAR_RANGE, MC_ERROR_RANDOM. */
static mc_status split(split_scalar *s, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_status status = EC(scalar_status)(k);
    if (status == MC_OK)
        status = EC(blinding_number)(s->first, curve);
    if (status != MC_OK)
        return status;
    ORDER(mod)(s->second, k, curve->order_bits, m);
    ORDER(neg)(s->first, s->first, m);
    order_add(s->second, s->second, s->first, m);
    ORDER(neg)(s->first, s->first, m);
    /* Both are below n, so the bits above are 0 already. Clearing them proves to the leakage test that the check of a
     * scalar's length, the first step of every multiplication, reads no secret. */
    s->first[EC_SCALAR_WORDS - 1] &= TOP_SCALAR_MASK;
    s->second[EC_SCALAR_WORDS - 1] &= TOP_SCALAR_MASK;
    return MC_OK;
}

/* r = first + r, or infinity if the status is not MC_OK. */
static mc_status put_together(EC(affine) *r, EC(affine) *first, split_scalar *s, mc_status status,
                              const MC_FLASH EC(curve) *curve)
{
    if (status == MC_OK)
        EC(affine_add)(r, first, r, curve);
    else
        EC(affine_set_infinity)(r);
    mc_wipe(first, sizeof *first);
    mc_wipe(s, sizeof *s);
    return status;
}

mc_status EC(scalar_mult_split)(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    split_scalar s;
    EC(affine) first;
    mc_status status = split(&s, k, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_whole(&first, s.first, p, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_whole(r, s.second, p, curve);
    return put_together(r, &first, &s, status, curve);
}

mc_status EC(scalar_mult_base_split)(EC(affine) *r, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    split_scalar s;
    EC(affine) first;
    mc_status status = split(&s, k, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_base_whole(&first, s.first, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_base_whole(r, s.second, curve);
    return put_together(r, &first, &s, status, curve);
}

#endif
