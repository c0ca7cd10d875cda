/* Octet strings of numbers, points and keys (SEC 1, 2.3). */
#ifndef MC_ENCODING_H
#define MC_ENCODING_H

#include "curve/fb_curve.h"

#define FB_POINT_BYTES (1 + 2 * FB_BYTES) /* 0x04, x, y */

/* encoding/octets.c: big-endian numbers of `count` octets, at most those of FB_WORDS words. Constant time. */
void FB(from_octets)(mc_word *r, const uint8_t *octets, size_t count);
void FB(to_octets)(uint8_t *octets, size_t count, const mc_word *a);
/* encoding/leftmost_bits.c: the leftmost `bits` bits of `count` octets as a number, all of them if there are no more
 * (bits2int of RFC 6979, 2.3.2); bits at most those of FB_WORDS words. Constant time. */
void FB(leftmost_bits)(mc_word *r, const uint8_t *octets, size_t count, uint16_t bits);

/* encoding/point.c: uncompressed points. Decoding checks the form and the range of the coordinates and no
 * more; on error r is zeroed. Encoding infinity is not possible and gives two zero coordinates. */
void FB(point_encode)(uint8_t octets[FB_POINT_BYTES], const FB(affine) *p);
/* Errors: MC_ERROR_LENGTH, _ENCODING, _COORDINATE_RANGE, _INFINITY (the single octet 0). */
mc_status FB(point_decode)(FB(affine) *r, const uint8_t *octets, size_t count);

/* encoding/scalar.c: d of FB_SCALAR_BYTES(curve) octets with 1 <= d < n: private keys, halves of signatures.
 * Constant time, save for whether it is an error; on error d is zeroed. Errors: MC_ERROR_LENGTH, _SCALAR_ZERO,
 * _SCALAR_RANGE. */
#define FB_SCALAR_BYTES(curve) ((size_t)((curve)->order_bits + 7) / 8)
mc_status FB(scalar_decode)(mc_word *d, const uint8_t *octets, size_t count, const MC_FLASH FB(curve) *curve);
/* ~0 if d < n, else 0. */
mc_word FB(scalar_mask_below_order)(const mc_word *d, const MC_FLASH FB(curve) *curve);

#endif
