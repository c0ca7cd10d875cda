/* BLS12-381: two groups of prime order r, G1 over F_p and G2 over F_p2, and a pairing of them. For a library that was
 * built with MC_PAIRINGS=bls12-381 (docs/pairings). About 120 bits of security: the logarithm in the field of p^12
 * elements is the weaker side.
 *
 * Points are bytes in the format that all users of the curve share (draft-irtf-cfrg-pairing-friendly-curves-11,
 * appendix C): compressed in MC_BLS12_381_G1_BYTES or MC_BLS12_381_G2_BYTES, or x and y in twice as many. Functions
 * take both, as the length says, and write compressed points unless told otherwise. Every point that is read is
 * checked: it is of the curve and of the group of order r. Scalars are MC_BLS12_381_SCALAR_BYTES big-endian bytes.
 *
 * Errors of points: MC_ERROR_LENGTH; MC_ERROR_ENCODING for flags that contradict the length or one another, and for
 * infinity with other bytes than zeros; MC_ERROR_COORDINATE_RANGE; MC_ERROR_NOT_ON_CURVE; MC_ERROR_SUBGROUP;
 * MC_ERROR_INFINITY where it says so. MC_ERROR_UNSUPPORTED for an unknown group. All outputs are zero after an error.
 *
 * Buffers lie as motecurve/api.h says. Points of inputs may be secret: time depends on their flags, on the status and
 * on lengths, not on coordinates. */
#ifndef MOTECURVE_PAIRING_BLS12_381_H
#define MOTECURVE_PAIRING_BLS12_381_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/status.h"

#define MC_BLS12_381_SCALAR_BYTES 32
#define MC_BLS12_381_G1_BYTES     48
#define MC_BLS12_381_G2_BYTES     96
#define MC_BLS12_381_GT_BYTES     576

typedef enum { MC_BLS12_381_G1 = 1, MC_BLS12_381_G2 = 2 } mc_bls12_381_group;

/* Bytes of a compressed point; 0 for an unknown group. */
MC_API size_t mc_bls12_381_point_bytes(mc_bls12_381_group group);

/* MC_OK if the bytes are a point of the group other than infinity, which is MC_ERROR_INFINITY. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_validate(const uint8_t *point, size_t point_bytes,
                                                     mc_bls12_381_group group);

/* The same point without compression, in twice mc_bls12_381_point_bytes bytes. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_decompress(uint8_t *decompressed, const uint8_t *point, size_t point_bytes,
                                                       mc_bls12_381_group group);

/* a + b, compressed. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_add(uint8_t *sum, const uint8_t *a, const uint8_t *b, size_t a_bytes,
                                                size_t b_bytes, mc_bls12_381_group group);

/* k P, compressed; constant time in both. MC_ERROR_SCALAR_RANGE for k >= r. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_multiply(uint8_t *multiple, const uint8_t *scalar, const uint8_t *point,
                                                     size_t point_bytes, mc_bls12_381_group group);

/* The message to the group by the suite BLS12381G1_XMD:SHA-256_SSWU_RO_ or BLS12381G2_... of RFC 9380, whose points no
 * one can tell from random ones; and by ..._NU_, in half the time, whose points are not uniform. Time depends on
 * lengths alone. MC_ERROR_CONTEXT_LENGTH for an empty domain separation tag. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_hash(uint8_t *point, const uint8_t *message, const uint8_t *domain,
                                                 size_t message_bytes, size_t domain_bytes, mc_bls12_381_group group);
MC_API MC_MUST_CHECK mc_status mc_bls12_381_hash_nonuniform(uint8_t *point, const uint8_t *message,
                                                            const uint8_t *domain, size_t message_bytes,
                                                            size_t domain_bytes, mc_bls12_381_group group);

/* The product of the pairings of so many pairs of compressed points, g1 and g2 one after another; 1 for none. A pair
 * with infinity counts as 1. The pairing is the reduced optimal ate pairing raised to the power 3, as most libraries
 * have it. `gt` takes MC_BLS12_381_GT_BYTES: with u^2 = -1, v^3 = 1 + u, w^2 = v the coefficients of 1, u, v, u v, v^2,
 * u v^2, w, ..., big-endian. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_pairing(uint8_t *gt, const uint8_t *g1, const uint8_t *g2, size_t count);

/* Whether that product is 1: *is_one is 1 or 0. */
MC_API MC_MUST_CHECK mc_status mc_bls12_381_pairing_is_one(uint8_t *is_one, const uint8_t *g1, const uint8_t *g2,
                                                           size_t count);

#endif
