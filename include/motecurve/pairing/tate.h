/* The Tate pairing of type 1, on supersingular curves y^2 = x^3 + a x over a prime field F_q, q = 3 mod 4: one group of
 * prime order r, and e(k P, l Q) = e(P, Q)^(k l), a number of order r in F_q2 = F_q(i), i^2 = -1. Programs have it
 * where the library is built with MC_PAIRINGS.
 *
 *   group               q        r         security of the curve, and of the logarithm in F_q2: the smaller counts
 *   mc_tate_256         256 bits 160 bits  79.3   54: INSECURE, a logarithm in a larger field took 68 days of a core
 *   mc_tate_256_short   256 bits 128 bits  63.3   54: INSECURE, likewise
 *   mc_tate_512         512 bits 160 bits  79.3   80 at most
 *   mc_tate_1536        1536 bits 256 bits 127.3  128 at most
 *
 * The first two are what published figures of motes are of, and are here to be compared with. docs/pairings has the
 * sources.
 *
 * Bytes: numbers are big-endian and have a fixed length. A point is 0x04, x, y in mc_tate_point_bytes, and every
 * function that takes one takes its short form, too: 0x02, or 0x03 if y is odd, and x. An element of F_q2 is its real
 * and its imaginary part, in 2 mc_tate_field_bytes.
 *
 * All points are checked in full: MC_ERROR_LENGTH, _ENCODING, _COORDINATE_RANGE, _INFINITY (the single byte 0),
 * _NOT_ON_CURVE, _SUBGROUP. All functions are constant time in the points, numbers and exponents that they take, but
 * for whether they are in error and for the form of a point. */
#ifndef MOTECURVE_PAIRING_TATE_H
#define MOTECURVE_PAIRING_TATE_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

typedef struct mc_tate_group mc_tate_group;
/* Those that MC_PAIRINGS names. */
MC_API_DATA const mc_tate_group mc_tate_256, mc_tate_256_short, mc_tate_512, mc_tate_1536;

/* Bytes of an element of F_q, of a point, and of a number below r; 0 for a null group. */
MC_API size_t mc_tate_field_bytes(const mc_tate_group *group);
MC_API size_t mc_tate_point_bytes(const mc_tate_group *group);
MC_API size_t mc_tate_order_bytes(const mc_tate_group *group);

/* Every function that follows gives MC_ERROR_UNSUPPORTED for a null group. */

/* The point from which curves/pairings.json counts. */
MC_API MC_MUST_CHECK mc_status mc_tate_generator(uint8_t *point, const mc_tate_group *group);

/* MC_OK for a point of order r, in either form. */
MC_API MC_MUST_CHECK mc_status mc_tate_point_check(const uint8_t *point, size_t point_bytes,
                                                   const mc_tate_group *group);

/* The point in its other form: short_form has 1 + mc_tate_field_bytes bytes, long_form mc_tate_point_bytes. */
MC_API MC_MUST_CHECK mc_status mc_tate_point_shorten(uint8_t *short_form, const uint8_t *point, size_t point_bytes,
                                                     const mc_tate_group *group);
MC_API MC_MUST_CHECK mc_status mc_tate_point_lengthen(uint8_t *long_form, const uint8_t *point, size_t point_bytes,
                                                      const mc_tate_group *group);

/* product = k times the point; k is any number of mc_tate_order_bytes bytes. MC_ERROR_LENGTH also for its length,
 * MC_ERROR_SCALAR_ZERO for multiples of r. */
MC_API MC_MUST_CHECK mc_status mc_tate_multiply(uint8_t *product, const uint8_t *k, const uint8_t *point,
                                                size_t k_bytes, size_t point_bytes, const mc_tate_group *group);

/* The point that belongs to a message, such as an identity; its logarithm is not known to anybody. A number modulo q
 * from expand_message_xmd with SHA-256 (RFC 9380, 5.2 and 5.3.1, of 16 bytes more than q) goes through the map of
 * Fouque and Tibouchi 2010 and is multiplied by the cofactor (q + 1) / r. The tag separates one use from others: 1 to
 * 255 bytes, else MC_ERROR_CONTEXT_LENGTH. MC_ERROR_INFINITY has a chance of 1 in r. */
MC_API MC_MUST_CHECK mc_status mc_tate_hash_to_point(uint8_t *point, const uint8_t *message, const uint8_t *tag,
                                                     size_t message_bytes, size_t tag_bytes,
                                                     const mc_tate_group *group);

/* value = e(P, Q). */
MC_API MC_MUST_CHECK mc_status mc_tate_pairing(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes,
                                               size_t q_bytes, const mc_tate_group *group);

/* The real part of e(P, Q) alone, in mc_tate_field_bytes, for less work: e(P, Q) up to its inverse (Scott, Barreto
 * 2004). Both sides of an agreement get the same. */
MC_API MC_MUST_CHECK mc_status mc_tate_pairing_real(uint8_t *real, const uint8_t *p, const uint8_t *q, size_t p_bytes,
                                                    size_t q_bytes, const mc_tate_group *group);

/* The product of the e(P_i, Q_i) of so many pairs, for less than the sum of their work; points are uncompressed, one
 * after another. The product of no pairs is 1. */
MC_API MC_MUST_CHECK mc_status mc_tate_pairing_product(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t count,
                                                       const mc_tate_group *group);

/* For many pairings with one P: its lines, mc_tate_lines_bytes of memory aligned as uint64_t is. They are as secret as
 * P, and no form to store: they depend on the build. */
MC_API size_t mc_tate_lines_bytes(const mc_tate_group *group);
MC_API MC_MUST_CHECK mc_status mc_tate_fix(void *lines, const uint8_t *p, size_t p_bytes, const mc_tate_group *group);
MC_API MC_MUST_CHECK mc_status mc_tate_pairing_fixed(uint8_t *value, const void *lines, const uint8_t *q,
                                                     size_t q_bytes, const mc_tate_group *group);

/* power = value^k for a value of order r, k as above. MC_ERROR_COORDINATE_RANGE, and MC_ERROR_SUBGROUP for a value of
 * another order. */
MC_API MC_MUST_CHECK mc_status mc_tate_value_power(uint8_t *power, const uint8_t *k, const uint8_t *value,
                                                   size_t k_bytes, size_t value_bytes, const mc_tate_group *group);

#endif
