/* Forms of encoded points (SEC 1, 2.3.3 and 2.3.4).
 *
 * The other functions of this library take points, which are public keys, without compression: 0x04, x, y in
 * mc_curve_public_key_bytes bytes. The functions here make the other forms of them and read all. y_bit is the lowest
 * bit of y on curves over prime fields; on curves over binary fields the lowest of y/x, and 0 if x = 0.
 *
 * Points are taken to be public: the time depends on them. Both functions give MC_ERROR_UNSUPPORTED for a null curve
 * and for those of Montgomery and Edwards form, whose points have one encoding. */
#ifndef MOTECURVE_POINT_H
#define MOTECURVE_POINT_H

#include "motecurve/curve.h"

/* The first byte of an encoding, to which y_bit is added in the first and the last form. */
typedef enum {
    MC_POINT_COMPRESSED = 0x02,   /* x, in 1 + mc_curve_field_bytes bytes with the first */
    MC_POINT_UNCOMPRESSED = 0x04, /* x, y, in mc_curve_public_key_bytes */
    MC_POINT_HYBRID = 0x06        /* x, y, likewise */
} mc_point_form;

/* encoded = the uncompressed point in the form. Errors: those of mc_point_decode but _Y_BIT,
 * and MC_ERROR_ENCODING also for a form that is none of these. */
/*---
out: encoded[encoded]
in: point[public_key]
errors: LENGTH, ENCODING, COORDINATE_RANGE, INFINITY, NOT_ON_CURVE
---*/
MC_API MC_MUST_CHECK mc_status mc_point_encode(uint8_t *encoded, const uint8_t *point, mc_point_form form,
                                               size_t point_bytes, const mc_curve *curve);

/* point = the point without compression, from any form. It is on the curve; whether it is
 * in the subgroup of prime order, mc_public_key_validate tells. Errors: MC_ERROR_LENGTH, _ENCODING (the first byte),
 * _COORDINATE_RANGE, _INFINITY, _NOT_ON_CURVE (of a compressed point: there is none with that x), _Y_BIT. */
/*---
out: point[public_key]
in: encoded
errors: LENGTH, ENCODING, COORDINATE_RANGE, INFINITY, NOT_ON_CURVE, Y_BIT
---*/
MC_API MC_MUST_CHECK mc_status mc_point_decode(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes,
                                               const mc_curve *curve);

#endif
