/* What one field has: its methods, and members of the library of curves that do the same by one thread. */
#include "curves.h"
#include "template.h"
#include "curve/binary/fb_wide.h"
#include "scalar/tau/streams.h"

#define CURVES MC_CONCATENATE(CURVES_, MC_FIELD)

bool PARALLEL(begin)(void *state, uint64_t *r, const uint64_t *k, const uint64_t *p)
{
    PARALLEL(operands) *operands = state;
    memcpy(&operands->p, p, sizeof operands->p);
    memcpy(operands->k, k, sizeof operands->k);
    if (!EC(affine_mask_infinity)(&operands->p))
        return true;
    memset(r, 0, sizeof operands->p);
    return false;
}

static void generator(uint64_t *p, const void *curve)
{
    EC(affine) point;
    EC(affine_generator)(&point, curve);
    memcpy(p, &point, sizeof point);
}

#define MEMBER(function)                                                                                               \
    static bool member_##function(uint64_t *r, const uint64_t *k, const uint64_t *p, const void *curve)                \
    {                                                                                                                  \
        EC(affine) result, point;                                                                                      \
        memcpy(&point, p, sizeof point);                                                                               \
        if (EC(scalar_mult_##function)(&result, k, &point, curve) != MC_OK)                                            \
            return false;                                                                                              \
        memcpy(r, &result, sizeof result);                                                                             \
        return true;                                                                                                   \
    }
MEMBER(wnaf4_var)
MEMBER(wnaf5_var)
MEMBER(ladder)
#if FB_HAS_WIDE
MEMBER(ladder_wide)
#endif
#if FB_HAS_KOBLITZ_CURVES
MEMBER(wtnaf5_var)
MEMBER(wtnaf6_var)
#if EC_HAS_WTNAF_STREAMS
MEMBER(wtnaf_wide4_var)
MEMBER(wtnaf_wide5_var)
#endif
#endif
MEMBER(halve_wnaf4_var)

static const mc_parallel_binary_member members[] = {
    {"wnaf/4", member_wnaf4_var},
    {"wnaf/5", member_wnaf5_var},
    {"ladder", member_ladder},
#if FB_HAS_WIDE
    {"ladder-wide", member_ladder_wide},
#endif
#if FB_HAS_KOBLITZ_CURVES
    {"wtnaf/5", member_wtnaf5_var},
    {"wtnaf/6", member_wtnaf6_var},
#if EC_HAS_WTNAF_STREAMS
    {"wtnaf-wide/4", member_wtnaf_wide4_var},
    {"wtnaf-wide/5", member_wtnaf_wide5_var},
#endif
#endif
    {"halve-wnaf/4", member_halve_wnaf4_var},
    {0},
};

static const mc_parallel_binary_method *const methods[] = {
#if FB_HAS_KOBLITZ_CURVES
    &PARALLEL(tau_split),
#if EC_HAS_WTNAF_STREAMS
    &PARALLEL(tau_split_wide),
#endif
#endif
    &PARALLEL(halve_double),
    NULL,
};

#define CURVE(curve) {#curve, &PARALLEL(binary), &mc_##curve},
static const mc_parallel_binary_curve curves[] = {CURVES(CURVE){0}};

const mc_parallel_binary_field PARALLEL(binary) = {
    .words = EC_WORDS,
    .scalar_words = EC_SCALAR_WORDS,
    .scalar_bits = EC_SCALAR_BITS,
    .methods = methods,
    .members = members,
    .curves = curves,
    .generator = generator,
};
