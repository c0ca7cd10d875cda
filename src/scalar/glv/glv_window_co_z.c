/*---
name: glv-window-co-z
family: scalar-mult
summary: endomorphism; both halves of the scalar by fixed windows of w digits that are 1 or -1 over one table of odd
  multiples that share their Z, the same doublings and additions for every scalar
source: Gallant, Lambert and Vanstone 2001; Okeya and Takagi 2003; Meloni 2007 for the table
domain: curves with an endomorphism, else MC_ERROR_UNSUPPORTED; any point, 0 <= k < 2^l. The point is public
curves: glv
requires: defined(FP_GLV_BITS)
constant_time: same-trace
windows: 3, 4, 5
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
ram_table_bytes: 2 ** w * n * W
doublings: ((half_bits + w - 1) // w - 1) * w + 1
additions: 2 * ((half_bits + w - 1) // w) + 1 + 2 ** (w - 1) - 1
---*/
#include "scalar/glv/glv.h"
#include "scalar/multi/common_z.h"
#include "scalar/window/regular.h"

#ifdef FP_GLV_BITS

/* A window of either half is an odd number (scalar/recode/digits.h), so u and v of glv.h are odd once they have begun,
 * and not 0. An even half is taken as one more, and p or phi(p) is taken off at the end, which every scalar pays for:
 * first of u, while v is odd; then of v, where the sum may become infinity, and is never doubled. */
#define GLV_WINDOW_WINDOWS      ((FP_GLV_BITS + MC_WINDOW - 1) / MC_WINDOW)
#define GLV_WINDOW_TABLE_POINTS (1 << (MC_WINDOW - 1))

/* k0 and k1 by size and sign, and beta. */
typedef struct {
    mc_word sizes[2][EC_HALF_WORDS], negative[2], beta[EC_WORDS];
} glv_window_halves;

MC_NOINLINE void glv_window_make_table(EC(affine) *table, EC(common_z) *common, const EC(affine) *p,
                                       const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    mc_word factors[GLV_WINDOW_TABLE_POINTS - 1][EC_WORDS];
    EC(common_z_table)(table, common, GLV_WINDOW_TABLE_POINTS, p, factors, curve BLINDING_PASS(blinding));
}

/* Of a multiple of p its image under phi if i is 1, and its negative where the mask is ~0. */
static void glv_window_image(EC(affine) *point, uint8_t i, mc_word negative, const mc_word *beta)
{
    if (i)
        fp_mul(point->x, point->x, beta);
    EC(affine_negate_masked)(point, negative);
}

/* Takes off p or phi(p), with the sign of the half, if the half is even; the choice is masked. */
static void glv_window_correct(EC(common_z_sum) *sum, uint8_t i, const glv_window_halves *k, const EC(affine) *p)
{
    EC(affine) point = *p;
    EC(common_z_sum) corrected = *sum;
    glv_window_image(&point, i, (mc_word)~k->negative[i], k->beta);
    (void)EC(common_z_add)(&corrected, &point);
    const mc_word even = mc_word_barrier((mc_word)((k->sizes[i][0] & 1) - 1));
    field_select(sum->x, corrected.x, even);
    field_select(sum->y2, corrected.y2, even);
    field_select(sum->z, corrected.z, even);
    mc_wipe(&corrected, sizeof corrected);
}

static void glv_window_multiply(EC(affine) *r, const glv_window_halves *k, const EC(affine) *p,
                                const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    EC(affine) table[GLV_WINDOW_TABLE_POINTS], point;
    EC(common_z) common;
    EC(common_z_sum) sum;
    glv_window_make_table(table, &common, p, curve BLINDING_PASS(blinding));
    for (uint16_t window = GLV_WINDOW_WINDOWS; window--;) {
        const uint8_t is_first = window == GLV_WINDOW_WINDOWS - 1;
        if (!is_first)
            EC(common_z_double)(&sum, MC_WINDOW, ec_common_z_a(&common, curve));
        for (uint8_t i = 0; i < 2; i++) {
            EC(regular_multiple)(&point, k->sizes[i], window, MC_WINDOW, GLV_WINDOW_WINDOWS, table);
            glv_window_image(&point, i, k->negative[i], k->beta);
            if (is_first && i == 0)
                EC(common_z_from_table)(&sum, &point);
            else
                (void)EC(common_z_add)(&sum, &point);
        }
    }
    for (uint8_t i = 0; i < 2; i++)
        glv_window_correct(&sum, i, k, &table[0]);
    EC(common_z_to_affine)(r, &sum, &common);
    mc_wipe(&point, sizeof point);
    mc_wipe(&sum, sizeof sum);
}

mc_status EC(MC_CONCATENATE(scalar_mult_glv_window_co_z, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                     const EC(affine) *p,
                                                                     const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(glv) *glv = EC_CURVE_GLV(curve);
    EC(blinding) blinding;
    mc_status status = glv ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    glv_window_halves halves;
    EC(glv_split)(halves.sizes, halves.negative, k, glv);
    field_from_flash(halves.beta, glv->beta);
    glv_window_multiply(r, &halves, p, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    mc_wipe(&halves, sizeof halves);
    return MC_OK;
}

#endif
