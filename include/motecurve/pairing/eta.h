/* INSECURE since 2013: use it for nothing but comparisons with published figures. Logarithms in F_2^(4 271) take fewer
 * than the 2^59 operations that were found for the longer field F_2^(4 1223) (Barbulescu, Gaudry, Joux, Thome 2014;
 * Granger, Kleinjung, Zumbraegel 2014), whatever the curve's own 121.8 bits promise.
 *
 * The eta_T pairing on y^2 + y = x^3 + x over F_2^271, z^271 + z^207 + z^175 + z^111 + 1 (Barreto, Galbraith,
 * O hEigeartaigh, Scott 2007). For a library that was built with MC_PAIRINGS=eta-271.
 *
 * Bytes: an element of F_2^271 is the number with bit i for z^i, big-endian. A point is 0x04, x, y. A value is c0, c1,
 * c2, c3 of c0 + c1 s + c2 t + c3 s t, s^2 = s + 1, t^2 = t + s. A number is big-endian. Points are checked in full:
 * MC_ERROR_LENGTH, _ENCODING, _COORDINATE_RANGE, _INFINITY (the single byte 0), _NOT_ON_CURVE, _SUBGROUP. Constant time
 * in points and numbers, but for errors; outputs are zero after an error. */
#ifndef MOTECURVE_PAIRING_ETA_H
#define MOTECURVE_PAIRING_ETA_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

#define MC_ETA_271_FIELD_BYTES 34
#define MC_ETA_271_POINT_BYTES (1 + 2 * MC_ETA_271_FIELD_BYTES)
#define MC_ETA_271_VALUE_BYTES (4 * MC_ETA_271_FIELD_BYTES)
#define MC_ETA_271_ORDER_BYTES 32

MC_API void mc_eta_271_generator(uint8_t *point);

MC_API MC_MUST_CHECK mc_status mc_eta_271_point_check(const uint8_t *point, size_t point_bytes);

/* product = k times the point, for a number k of MC_ETA_271_ORDER_BYTES bytes; MC_ERROR_SCALAR_ZERO for multiples of
 * the order. */
MC_API MC_MUST_CHECK mc_status mc_eta_271_multiply(uint8_t *product, const uint8_t *k, const uint8_t *point,
                                                   size_t k_bytes, size_t point_bytes);

/* value = eta_T(P, Q), for points of the group of prime order. */
MC_API MC_MUST_CHECK mc_status mc_eta_271_pairing(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes,
                                                  size_t q_bytes);

#endif
