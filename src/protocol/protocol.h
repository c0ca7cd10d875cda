/* Protocols over one field: what key.h and ecdh.h of the public interface call, on hosts through the
 * curve's descriptor, in a mote image directly. Arguments and errors are those of the public functions. */
#ifndef MC_PROTOCOL_H
#define MC_PROTOCOL_H

#include "curve/fb_curve.h"
#include "motecurve/random.h"

/* protocol/key.c */
mc_status FB(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH FB(curve) *curve);
mc_status FB(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH FB(curve) *curve);
/* Decodes and validates; q is zeroed on error. */
mc_status FB(public_key_decode)(FB(affine) *q, const uint8_t *public_key, size_t public_key_bytes,
                                const MC_FLASH FB(curve) *curve);

/* protocol/ecdh.c */
mc_status FB(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH FB(curve) *curve);
mc_status FB(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH FB(curve) *curve);

/* The x-coordinate of h d q for a power of two h, q on the curve, 0 <= d < 2^m. MC_ERROR_SHARED_INFINITY if
 * x is 0: infinity, or the point of order two, which only a q outside the prime-order subgroup leads to. */
mc_status FB(shared_x)(mc_word *x, const mc_word *d, const FB(affine) *q, uint32_t h, const MC_FLASH FB(curve) *curve);

#endif
