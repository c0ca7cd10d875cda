/* What the exhaustive tests over fields of less than 2^8 elements share: every point of a curve, found by trying
 * all pairs, and sums by the affine formulas (which Python compares with PARI/GP pair by pair). */
#ifndef CURVE_EXHAUSTIVE_H
#define CURVE_EXHAUSTIVE_H

#include <stdio.h>
#include <string.h>

#include "scalar/scalar.h"

#define MAX_POINTS 256

static unsigned failures;
static FB(affine) points[MAX_POINTS]; /* points[0] is infinity */
static unsigned point_count;

/* Prints the first failures only: a broken function fails on thousands of inputs. */
static inline void fail(const char *curve, const char *what, unsigned i, unsigned j)
{
    if (failures++ < 10)
        printf("FAIL %s: %s, cases %u and %u\n", curve, what, i, j);
}

static inline int equal(const FB(affine) *p, const FB(affine) *q)
{
    return memcmp(p, q, sizeof *p) == 0;
}

static inline void find_points(const FB(curve) *curve)
{
    FB(affine_set_infinity)(&points[0]);
    point_count = 1;
    for (unsigned x = 0; x < 1U << FB_M; x++) {
        for (unsigned y = 0; y < 1U << FB_M; y++) {
            FB(affine) p;
            FB(set_small)(p.x, (mc_word)x);
            FB(set_small)(p.y, (mc_word)y);
            if (FB(affine_mask_on_curve)(&p, curve) && point_count < MAX_POINTS)
                points[point_count++] = p;
        }
    }
}

/* k p by k additions. */
static inline FB(affine) multiple(unsigned k, const FB(affine) *p, const FB(curve) *curve)
{
    FB(affine) sum;
    FB(affine_set_infinity)(&sum);
    while (k--)
        FB(affine_add_var)(&sum, &sum, p, curve);
    return sum;
}

#endif
