#include "fb/fb.h"

#if MC_STEPWISE

void FB(mul_paced)(mc_word *r, const mc_word *a, const mc_word *b)
{
    FB(MC_FB_MUL_REDUCE)(r, a, b);
    mc_pace(MC_COST_PRODUCT(FB_BYTES));
}

/* An inversion may be a kernel without a place to pause: it has steps of its own. */
void FB(inv_paced)(mc_word *r, const mc_word *a)
{
    mc_pause();
    FB(MC_FB_INV)(r, a);
    mc_pause();
}

void FB(inv_paced_var)(mc_word *r, const mc_word *a)
{
    mc_pause();
    FB(MC_FB_INV_VAR)(r, a);
    mc_pause();
}

#endif
