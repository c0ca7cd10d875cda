/* Curves on hosts: found by name, told by their descriptors. */
#include "word/config.h"

#ifndef MC_SINGLE_CURVE
#ifdef MC_TINY_FIELDS
#include "curve/tiny_curves.h"
#endif
#include "protocol/host/descriptor.h"

#include <string.h>

#define DECLARED(curve) extern const struct mc_curve mc_##curve##_descriptor;
MC_CURVES(DECLARED)
#ifdef MC_TINY_FIELDS
MC_TINY_CURVES(DECLARED)
#endif

#define LISTED(curve) &mc_##curve##_descriptor,
static const mc_curve *const curves[] = {MC_CURVES(LISTED)
#ifdef MC_TINY_FIELDS
                                             MC_TINY_CURVES(LISTED)
#endif
};

size_t mc_curve_count(void)
{
    return sizeof curves / sizeof *curves;
}

const mc_curve *mc_curve_at(size_t index)
{
    return index < mc_curve_count() ? curves[index] : NULL;
}

const mc_curve *mc_curve_find(const char *name)
{
    for (size_t i = 0; name && i < mc_curve_count(); i++)
        for (const char *const *known = curves[i]->names; *known; known++)
            if (strcmp(*known, name) == 0)
                return curves[i];
    return NULL;
}

const char *mc_curve_name(const mc_curve *curve)
{
    return curve ? curve->names[0] : NULL;
}

size_t mc_curve_field_bytes(const mc_curve *curve)
{
    return curve ? curve->field_bytes : 0;
}

size_t mc_curve_scalar_bytes(const mc_curve *curve)
{
    return curve ? curve->scalar_bytes : 0;
}

size_t mc_curve_public_key_bytes(const mc_curve *curve)
{
    return curve ? curve->public_key_bytes : 0;
}

size_t mc_curve_signature_bytes(const mc_curve *curve)
{
    return curve ? curve->signature_bytes : 0;
}

#endif
