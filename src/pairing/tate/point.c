#include "pairing/tate/tate.h"

void EC(tate_generator)(EC(tate_point) *r)
{
    static const MC_FLASH mc_word x[FP_WORDS] = TATE_X;
    static const MC_FLASH mc_word y[FP_WORDS] = TATE_Y;
    FP(from_flash)(r->x, x);
    FP(from_flash)(r->y, y);
}

/* (x^2 + a) x */
void EC(tate_right_hand_side)(mc_word *r, const mc_word *x)
{
    mc_word one[FP_WORDS];
    FP(set_small)(one, 1);
    fp_sqr(r, x);
#if TATE_A_IS_MINUS_3
    fp_sub(r, r, one);
    fp_sub(r, r, one);
    fp_sub(r, r, one);
#else
    fp_add(r, r, one);
#endif
    fp_mul(r, r, x);
}

mc_word EC(tate_mask_on_curve)(const EC(tate_point) *p)
{
    mc_word right[FP_WORDS], left[FP_WORDS];
    EC(tate_right_hand_side)(right, p->x);
    fp_sqr(left, p->y);
    const mc_word mask = FP(mask_equal)(left, right);
    mc_wipe(right, sizeof right);
    mc_wipe(left, sizeof left);
    return mask;
}

mc_word EC(tate_point_from_x)(EC(tate_point) *r, const mc_word *x, mc_word y_bit)
{
    mc_word right[FP_WORDS];
    FP(copy)(r->x, x);
    EC(tate_right_hand_side)(right, r->x);
    const mc_word is_square = fp_sqrt(r->y, right);
    FP(neg)(right, r->y);
    FP(select)(r->y, right, fp_mask_odd(r->y) ^ mc_word_mask_nonzero(y_bit & 1));
    mc_wipe(right, sizeof right);
    return is_square;
}
