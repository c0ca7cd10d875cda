#include "fp/fp.h"

#if MC_STEPWISE

#ifdef FP_RUNTIME_MODULUS /* has no kernel */
#define MEMBER_MUL MC_ORDER_MUL_REDUCE
#define MEMBER_SQR MC_ORDER_SQR_REDUCE
#define PACED_COST (8 * MC_COST_PRODUCT(FP_WORDS * MC_WORD_BYTES))
#else
#define MEMBER_MUL MC_FP_MUL_REDUCE
#define MEMBER_SQR MC_FP_SQR_REDUCE
#define PACED_COST MC_COST_PRODUCT(FP_WORDS *MC_WORD_BYTES)
#endif

void FP(mul_paced)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    FP(MEMBER_MUL)(r, a, b FP_PASS);
    mc_pace(PACED_COST > 255 ? 255 : PACED_COST);
}

void FP(sqr_paced)(mc_word *r, const mc_word *a FP_M)
{
    FP(MEMBER_SQR)(r, a FP_PASS);
    mc_pace(PACED_COST > 255 ? 255 : PACED_COST);
}

#undef MEMBER_MUL
#undef MEMBER_SQR
#undef PACED_COST

#endif
