#include "fp/fp.h"

#if MC_STEPWISE

#define PACED_BYTES (FP_WORDS * MC_WORD_BYTES)

/* Modulo group orders there is no kernel: on a mote such a product is a step of its own. */
#ifdef FP_RUNTIME_MODULUS
#define PACED_MUL     MC_ORDER_MUL_REDUCE
#define PACED_SQR     MC_ORDER_SQR_REDUCE
#define PACE_BEFORE() mc_pause()
#define PACE_BEHIND() mc_pause()
#else
#define PACED_MUL     MC_FP_MUL_REDUCE
#define PACED_SQR     MC_FP_SQR_REDUCE
#define PACE_BEFORE() ((void)0)
#define PACE_BEHIND() mc_pace(MC_COST_PRODUCT(PACED_BYTES))
#endif

void FP(mul_paced)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    PACE_BEFORE();
    FP(PACED_MUL)(r, a, b FP_PASS);
    PACE_BEHIND();
}

void FP(sqr_paced)(mc_word *r, const mc_word *a FP_M)
{
    PACE_BEFORE();
    FP(PACED_SQR)(r, a FP_PASS);
    PACE_BEHIND();
}

#undef PACED_BYTES
#undef PACED_MUL
#undef PACED_SQR
#undef PACE_BEFORE
#undef PACE_BEHIND

#endif
