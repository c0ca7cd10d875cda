/* What hosts know of a curve at run time: its names, its sizes, and the functions of its field. */
#ifndef MC_DESCRIPTOR_H
#define MC_DESCRIPTOR_H

#ifdef MC_TINY_FIELDS
#include "curve/tiny_curves.h" /* generated */
#endif
#include "protocol/host/functions.h" /* generated */

struct mc_curve {
    const char *const *names; /* the curve's name, then aliases and OIDs, then null */
    size_t field_bytes, scalar_bytes, public_key_bytes, signature_bytes;
    const mc_field_functions *functions;
    const void *parameters;
};

/* The descriptor of a curve with the functions of this object. */
#define MC_LISTED(name) name,
#define MC_DESCRIPTOR(curve, functions)                                                                                \
    static const char *const curve##_names[] = {MC_NAMES_##curve(MC_LISTED) NULL};                                     \
    const struct mc_curve mc_##curve##_descriptor = {                                                                  \
        curve##_names,                                                                                                 \
        MC_FIELD_BYTES_##curve,                                                                                        \
        MC_SCALAR_BYTES_##curve,                                                                                       \
        MC_PUBLIC_KEY_BYTES_##curve,                                                                                   \
        MC_SIGNATURE_BYTES_##curve,                                                                                    \
        &functions,                                                                                                    \
        &mc_##curve,                                                                                                   \
    };

#endif
