/* Numbers modulo a group's order, as order_bytes big-endian bytes below it: few per call of a scheme, so that code is
 * short rather than fast. Constant time; results may be arguments. */
#ifndef MC_IBE_SCALAR_H
#define MC_IBE_SCALAR_H

#include "ibe/group.h"

/* r = a number of any length, modulo the order. */
void mc_ibe_scalar_mod(uint8_t *r, const uint8_t *octets, size_t bytes, const mc_ibe_group *group);
void mc_ibe_scalar_add(uint8_t *r, const uint8_t *a, const uint8_t *b, const mc_ibe_group *group);
void mc_ibe_scalar_mul(uint8_t *r, const uint8_t *a, const uint8_t *b, const mc_ibe_group *group);
/* MC_OK for 0 < a < order, MC_ERROR_SCALAR_ZERO, MC_ERROR_SCALAR_RANGE. */
mc_status mc_ibe_scalar_check(const uint8_t *a, const mc_ibe_group *group);

/* r = the coefficient of the value at places[which] (a public number from 1 to 255, as all) in the value at `at` of the
 * polynomial through `count` of them: the product of (at - x_j) / (x_i - x_j) over all j but i (Shamir 1979). Places
 * are `stride` bytes apart, none twice. Everything is public, and the time depends on it. */
void mc_ibe_scalar_lagrange(uint8_t *r, const uint8_t *places, size_t stride, uint8_t count, uint8_t which, uint8_t at,
                            const mc_ibe_group *group);

#endif
