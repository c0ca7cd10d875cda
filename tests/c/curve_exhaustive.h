/* Common part of the exhaustive tests over fields of less than 2^8 elements: every point of a curve, found by trying
 * all pairs, and sums by the affine formulas (Python compares these with PARI/GP pair by pair). */
#ifndef CURVE_EXHAUSTIVE_H
#define CURVE_EXHAUSTIVE_H

#include <stdio.h>
#include <string.h>

#include "scalar/scalar.h"

#if FIELD_IS_PRIME
#define FIELD_SIZE        ((unsigned)FP_MODULUS->n[0])
#define IS_KOBLITZ(curve) ((void)(curve), 0)
#else
#define FIELD_SIZE        (1U << FB_M)
#define IS_KOBLITZ(curve) ((curve)->koblitz != NULL)
#endif
#define SCALARS    (1U << EC_SCALAR_BITS)
#define MAX_POINTS 256

static unsigned failures;
static EC(affine) points[MAX_POINTS]; /* points[0] is infinity */
static unsigned point_count;

/* Prints the first failures only: a broken function fails on thousands of inputs. */
static inline void fail(const char *curve, const char *what, unsigned i, unsigned j)
{
    if (failures++ < 10)
        printf("FAIL %s: %s, cases %u and %u\n", curve, what, i, j);
}

static inline int equal(const EC(affine) *p, const EC(affine) *q)
{
    return memcmp(p, q, sizeof *p) == 0;
}

/* The pair of elements with these numbers, each below FIELD_SIZE. */
static inline EC(affine) pair(unsigned x, unsigned y)
{
    EC(affine) p;
    memset(&p, 0, sizeof p);
    p.x[0] = (mc_word)x;
    p.y[0] = (mc_word)y;
    EC(affine_to_form)(&p);
    return p;
}

static inline void find_points(const EC(curve) *curve)
{
    EC(affine_set_infinity)(&points[0]);
    point_count = 1;
    for (unsigned x = 0; x < FIELD_SIZE; x++) {
        for (unsigned y = 0; y < FIELD_SIZE; y++) {
            EC(affine) p = pair(x, y), numbers = p;
            if (EC(affine_mask_on_curve)(&p, curve) && point_count < MAX_POINTS)
                points[point_count++] = p;
            EC(affine_from_form)(&numbers);
            if (numbers.x[0] != x || numbers.y[0] != y)
                fail("the field", "affine_from_form", x, y);
        }
    }
}

/* The point in the bound projective coordinates, Z multiplied by the element with the number z. */
static inline ec_projective scaled(const EC(affine) *p, unsigned z, const EC(curve) *curve)
{
    ec_projective r;
    EC(affine) factor = pair(z, 0);
    ec_from_affine(&r, p);
    ec_scale(&r, factor.x, curve);
    return r;
}

/* k p by k additions. */
static inline EC(affine) multiple(unsigned k, const EC(affine) *p, const EC(curve) *curve)
{
    EC(affine) sum;
    EC(affine_set_infinity)(&sum);
    while (k--)
        EC(affine_add_var)(&sum, &sum, p, curve);
    return sum;
}

/* k = value, or the least number with too many bits if k has room for it; returns k. */
static inline mc_word *scalar(unsigned value, mc_word *k)
{
    memset(k, 0, EC_SCALAR_WORDS * sizeof *k);
    k[0] = (mc_word)value;
    return k;
}
#define HAS_TOO_LARGE (EC_SCALAR_BITS % MC_WORD_BITS != 0)

/* A failed call leaves infinity, all zeros. */
static inline void check_failure(const char *name, mc_status status, mc_status expected, const EC(affine) *r)
{
    if (status != expected || !EC(affine_mask_infinity)(r))
        fail(name, "status or output of a failed call", status, expected);
}

#endif
