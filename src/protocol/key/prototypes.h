/* Keys, and the numbers that they are drawn from, over one field. */
#ifndef MC_PROTOCOL_KEY_PROTOTYPES_H
#define MC_PROTOCOL_KEY_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/random.h"

/* protocol/key/check_source.c: MC_ERROR_RANDOM if the source fails or gives the same block twice. */
mc_status EC(check_source)(mc_random random, void *context);

/* protocol/key/draw_octets.c: random bytes. MC_ERROR_RANDOM, and octets zeroed, if the source fails or repeats itself.
 */
mc_status EC(draw_octets)(uint8_t *r, size_t bytes, mc_random random, void *context);

/* protocol/key/draw.c: a random number from 1 to n - 1. MC_ERROR_RANDOM, and d zeroed, if the source fails, repeats
 * itself or gives no such number in many tries. */
mc_status EC(draw_scalar)(mc_word *d, mc_random random, void *context, const MC_FLASH EC(curve) *curve);

/* protocol/key/key.c */
mc_status EC(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH EC(curve) *curve);
mc_status EC(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH EC(curve) *curve);
mc_status EC(public_key_validate)(const uint8_t *public_key, size_t public_key_bytes, const MC_FLASH EC(curve) *curve);
/* Decodes and validates; q is zeroed on error. */
mc_status EC(public_key_decode)(EC(affine) *q, const uint8_t *public_key, size_t public_key_bytes,
                                const MC_FLASH EC(curve) *curve);

/* protocol/key/clamp.c: the scalar of the first EC_BYTES of these bytes (RFC 7748, 5; RFC 8032, 5.1.5 and 5.2.5).
 * Constant time. */
void EC(clamped_scalar)(mc_word *k, const uint8_t *octets, uint32_t cofactor);

#endif
