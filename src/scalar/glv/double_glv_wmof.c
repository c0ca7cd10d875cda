/*---
name: glv-wmof
family: scalar-mult-double
summary: endomorphism; the halves of both scalars in mutual opposite form, of width w for q, with a table in RAM, and of
  width 6 for the generator, with one in flash, doublings in common; curves without a table in flash have a second one
  in RAM
source: Gallant, Lambert and Vanstone 2001; Okeya, Schmidt-Samoa, Spahn and Takagi 2004; Moeller 2001
domain: curves with an endomorphism, else MC_ERROR_UNSUPPORTED; any q, 0 <= k, l < 2^l
curves: glv
requires: defined(FP_GLV_BITS)
constant_time: no
windows: 3, 4, 5
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
flash_table_bytes: 32 * n * W
---*/
#include "curve/generator.h"
#include "scalar/glv/glv.h"

#ifdef FP_GLV_BITS

#define DOUBLE_GLV_WINDOW_OF_G  6
#define DOUBLE_GLV_TABLE_POINTS (1 << (MC_WINDOW - 2))

MC_NOINLINE void double_glv_make_table(EC(affine) *table, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * DOUBLE_GLV_TABLE_POINTS][EC_WORDS];
    EC(wnaf_table_var)(table, DOUBLE_GLV_TABLE_POINTS, q, scratch, curve);
}

/* Adds the multiple that the digit at this place stands for, if there is one. */
static void double_glv_add(ec_projective *sum, EC(glv_digits) *digits, uint16_t place,
                           const MC_FLASH EC(affine) *in_flash, const EC(affine) *in_ram, const mc_word *beta,
                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    if (!EC(mof_digits_are_at)(&digits->of_size, place))
        return;
    if (in_flash)
        point = in_flash[EC(glv_digits_index)(digits)];
    else
        point = in_ram[EC(glv_digits_index)(digits)];
    EC(glv_digits_apply)(&point, digits, beta);
    ec_add_mixed_var(sum, sum, &point, curve);
    EC(glv_digits_next)(digits);
}

/* A scalar's halves and their digits. */
typedef struct {
    mc_word sizes[2][EC_HALF_WORDS];
    EC(glv_digits) digits[2];
} double_glv_scalar;

static void double_glv_begin(double_glv_scalar *r, const mc_word *k, uint8_t window, const MC_FLASH EC(glv) *glv)
{
    mc_word negative[2];
    EC(glv_split)(r->sizes, negative, k, glv);
    EC(glv_digits_begin)(r->digits, r->sizes, negative, window);
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_glv_wmof, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(glv) *glv = EC_CURVE_GLV(curve);
    mc_status status = glv ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    status = status == MC_OK ? EC(scalar_status)(l) : status;
    EC_RETURN_IF_ERROR(r, status);
    const MC_FLASH EC(affine) *in_flash = EC_GENERATOR_TABLE(curve, wnaf6);
    EC(affine) table[DOUBLE_GLV_TABLE_POINTS],
        table_of_g[DOUBLE_GLV_TABLE_POINTS]; /* compilers drop the second if in_flash is a constant */
    if (!in_flash) {
        EC(affine) generator;
        EC(affine_generator)(&generator, curve);
        double_glv_make_table(table_of_g, &generator, curve);
    }
    double_glv_scalar of_g, of_q;
    mc_word beta[EC_WORDS];
    field_from_flash(beta, glv->beta);
    double_glv_begin(&of_g, k, in_flash ? DOUBLE_GLV_WINDOW_OF_G : MC_WINDOW, glv);
    double_glv_begin(&of_q, l, MC_WINDOW, glv);
    if (EC(affine_mask_infinity)(q))
        of_q.digits[0].of_size.digit = of_q.digits[1].of_size.digit = 0;
    else
        double_glv_make_table(table, q, curve);
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint16_t place = FP_GLV_BITS + 1; place--;) {
        if (!ec_mask_infinity(&sum))
            ec_double(&sum, &sum, curve);
        for (uint8_t i = 0; i < 2; i++) {
            double_glv_add(&sum, &of_g.digits[i], place, in_flash, table_of_g, beta, curve);
            double_glv_add(&sum, &of_q.digits[i], place, 0, table, beta, curve);
        }
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}

#endif
