#include "fb/fb.h"

#if MC_STEPWISE

void FB(mul_paced)(mc_word *r, const mc_word *a, const mc_word *b)
{
    FB(MC_FB_MUL_REDUCE)(r, a, b);
    mc_pace(MC_COST_PRODUCT(FB_BYTES));
}

void FB(mul_each_paced)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count)
{
    FB(MC_FB_MUL_EACH)(r, a, b, count);
    while (count--)
        mc_pace(MC_COST_PRODUCT(FB_BYTES));
}

#define SQUARES_AT_ONCE 16

void FB(sqr_times_paced)(mc_word *r, const mc_word *a, unsigned count)
{
    do {
        const uint8_t some = (uint8_t)(count < SQUARES_AT_ONCE ? count : SQUARES_AT_ONCE);
        FB(MC_FB_SQR_TIMES)(r, a, some);
        mc_pace((uint8_t)(some * MC_COST_SQUARE(FB_BYTES)));
        count -= some;
        a = r;
    } while (count);
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
