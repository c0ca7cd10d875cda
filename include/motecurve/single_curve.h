/* The functions of a curve (curve.h) in a mote image: constants of its one curve. Nothing on a host. */
#ifndef MOTECURVE_SINGLE_CURVE_H
#define MOTECURVE_SINGLE_CURVE_H

#ifdef MC_CONFIG_HEADER
#include MC_CONFIG_HEADER
#endif

#ifdef MC_SINGLE_CURVE

#include <stddef.h>

#include "motecurve/curve_table.h"

struct mc_curve;

/* There is no descriptor: any pointer but null stands for the curve. */
#define MC_THE_CURVE ((const struct mc_curve *)1)

#define MC_OF_CURVE_(constant, curve) MC_##constant##_##curve
#define MC_OF_CURVE(constant, curve)  MC_OF_CURVE_(constant, curve)

#define MC_SINGLE_CURVE_FORM MC_OF_CURVE(FORM, MC_SINGLE_CURVE) /* MC_FORM_WEIERSTRASS, _MONTGOMERY or _EDWARDS */

/* Whether two names are the same. Of literals GCC folds strcmp and Clang the loop, so neither string is kept; no C
 * library is needed. */
static inline __attribute__((always_inline)) int mc_is_name(const char *name, const char *known)
{
#ifndef __clang__
    if (__builtin_constant_p(__builtin_strcmp(name, known)))
        return __builtin_strcmp(name, known) == 0;
#endif
    size_t i = 0;
    while (name[i] && name[i] == known[i])
        i++;
    return name[i] == known[i];
}

/* Compares with each name, which for a literal the compiler does. */
static inline __attribute__((always_inline)) const struct mc_curve *mc_curve_find(const char *name)
{
#define MC_IS(known) || mc_is_name(name, known)
    return 0 MC_OF_CURVE(NAMES, MC_SINGLE_CURVE)(MC_IS) ? MC_THE_CURVE : NULL;
#undef MC_IS
}

static inline size_t mc_curve_count(void)
{
    return 1;
}

static inline const struct mc_curve *mc_curve_at(size_t index)
{
    return index == 0 ? MC_THE_CURVE : NULL;
}

static inline const char *mc_curve_name(const struct mc_curve *curve)
{
    (void)curve;
    return MC_OF_CURVE(NAME, MC_SINGLE_CURVE);
}

static inline size_t mc_curve_field_bytes(const struct mc_curve *curve)
{
    (void)curve;
    return MC_MAX_FIELD_BYTES;
}

static inline size_t mc_curve_scalar_bytes(const struct mc_curve *curve)
{
    (void)curve;
    return MC_MAX_SCALAR_BYTES;
}

static inline size_t mc_curve_public_key_bytes(const struct mc_curve *curve)
{
    (void)curve;
    return MC_MAX_PUBLIC_KEY_BYTES;
}

static inline size_t mc_curve_signature_bytes(const struct mc_curve *curve)
{
    (void)curve;
    return MC_MAX_SIGNATURE_BYTES;
}

#endif
#endif
