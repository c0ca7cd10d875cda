/* What the public functions of a curve do with their outputs around the call of a field's function
 * (codegen/interface.py writes them): lengths that no function of motecurve/curve.h gives, and results. */
#ifndef MC_PROTOCOL_OUTPUTS_H
#define MC_PROTOCOL_OUTPUTS_H

#include "motecurve/batch.h"
#include "motecurve/elgamal.h"
#include "motecurve/point.h"
#include "word/word.h"

/* Bytes of an extended signature; 0 where there are none. */
static inline size_t mc_extended_bytes(const mc_curve *curve)
{
    size_t bytes;
    return mc_ecdsa_extended_signature_bytes(&bytes, curve) == MC_OK ? bytes : 0;
}

/* Bytes of a message embedded in a point, with the zeros after it; 0 where there are none. */
static inline size_t mc_capacity_bytes(const mc_curve *curve)
{
    size_t octets;
    return mc_elgamal_capacity(&octets, curve) == MC_OK ? octets : 0;
}

/* Bytes of an encoded point, of a form that is none as of those without compression. */
static inline size_t mc_encoded_bytes(mc_point_form form, const mc_curve *curve)
{
    return form == MC_POINT_COMPRESSED ? 1 + mc_curve_field_bytes(curve) : mc_curve_public_key_bytes(curve);
}

static inline void mc_set_results(mc_status *results, size_t count, mc_status status)
{
    for (size_t i = 0; i < count; i++)
        results[i] = status;
}

#endif
