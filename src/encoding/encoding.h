/* Byte strings of field elements, points and scalars (SEC 1, 2.3). */
#ifndef MC_ENCODING_H
#define MC_ENCODING_H

#include "curve/curve.h"
#include "motecurve/point.h"

#define EC_POINT_BYTES (1 + 2 * EC_BYTES) /* 0x04, x, y */

/* encoding/element.c: a field element as a big-endian number of EC_BYTES bytes, in normal basis
 * where the curves of the field are (FB_ENCODED_NORMAL). MC_ERROR_COORDINATE_RANGE, and r
 * zeroed, for numbers that are no element's. Constant time, save for whether it is an error. */
mc_status EC(element_decode)(mc_word *r, const uint8_t *octets);
void EC(element_encode)(uint8_t *octets, const mc_word *a);

/* encoding/point.c: uncompressed points. Decoding checks the form and the range of the coordinates and no
 * more; on error r is zeroed. Encoding infinity is not possible and gives two zero coordinates. */
void EC(affine_encode)(uint8_t octets[EC_POINT_BYTES], const EC(affine) *p);
/* Errors: MC_ERROR_LENGTH, _ENCODING, _COORDINATE_RANGE, _INFINITY (the single byte 0). */
mc_status EC(affine_decode)(EC(affine) *r, const uint8_t *octets, size_t count);
/* x, y without the first byte. MC_ERROR_COORDINATE_RANGE, and r zeroed. */
mc_status EC(coordinates_decode)(EC(affine) *r, const uint8_t octets[2 * EC_BYTES]);

/* encoding/point_forms.c: mc_point_encode and mc_point_decode of point.h. Not for Edwards curves. */
mc_status EC(point_encode)(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                           const MC_FLASH EC(curve) *curve);
mc_status EC(point_decode)(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes,
                           const MC_FLASH EC(curve) *curve);

/* encoding/edwards_point.c: points of Edwards curves (RFC 8032, 5.1.2, 5.1.3, 5.2.2 and 5.2.3): y, little-endian, and
 * in the last byte's highest bit the lowest of x. Encoding is constant time. */
#define EDWARDS_POINT_BYTES (EC_FIELD_BITS / 8 + 1)
void EC(edwards_encode)(uint8_t octets[EDWARDS_POINT_BYTES], const EC(affine) *p);
/* A point of the curve, of any order, has one encoding, and every other string of bytes is refused; on error r is
 * zeroed. Points are public. Errors: MC_ERROR_COORDINATE_RANGE, _NOT_ON_CURVE, _Y_BIT (x = 0 with the bit of another
 * x).
 */
mc_status EC(edwards_decode_var)(EC(affine) *r, const uint8_t octets[EDWARDS_POINT_BYTES],
                                 const MC_FLASH EC(curve) *curve);
/* The same of count <= EDWARDS_DECODED_AT_ONCE points, with one inversion. For hosts. */
#define EDWARDS_DECODED_AT_ONCE 128
void EC(edwards_decode_each_var)(EC(affine) *const *points, mc_status *statuses, const uint8_t *const *octets,
                                 uint8_t count, const MC_FLASH EC(curve) *curve);
/* Whether the bytes hold a y below the prime: MC_OK or MC_ERROR_COORDINATE_RANGE; y is not in the field's form. */
mc_status EC(edwards_decode_y)(mc_word *y, const uint8_t octets[EDWARDS_POINT_BYTES]);

/* encoding/scalar.c: d of EC_SCALAR_BYTES(curve) bytes with 1 <= d < n: private keys, halves of signatures.
 * Constant time, save for whether it is an error; on error d is zeroed. Errors: MC_ERROR_LENGTH, _SCALAR_ZERO,
 * _SCALAR_RANGE. */
mc_status EC(scalar_decode)(mc_word *d, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve);

#endif
