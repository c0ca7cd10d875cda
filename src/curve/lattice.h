/* A lattice of pairs of integers, by a short basis of it, as flash holds it. Pairs (x, y) stand for x + y s, where s is
 * a map of the curve onto itself that costs next to nothing: tau of Koblitz curves, or the endomorphism of curves with
 * a = 0 over F_p. The lattice has the pairs that take every point, or every point of prime order, to infinity. Numbers
 * are of half the size of scalars, in two's complement. Functions: scalar/lattice.h. */
#ifndef MC_CURVE_LATTICE_H
#define MC_CURVE_LATTICE_H

#include "curve/element.h"

/* The largest numbers are the fractions s, of l/2 + 10 bits with their sign. */
#define EC_HALF_WORDS      MC_WORDS(EC_SCALAR_BITS / 2 + 10)
#define LATTICE_GUARD_BITS 6

typedef struct {
    /* 2^(l + LATTICE_GUARD_BITS) times the coordinates of (1, 0) in the basis, rounded. */
    mc_word s[2][EC_HALF_WORDS];
    /* The basis times -1, a vector a column: (x, y) = c[0] (first) + c[1] (second) has
     * -x = m[0][0] c[0] + m[0][1] c[1] and -y = m[1][0] c[0] + m[1][1] c[1]. */
    mc_word minus_basis[2][2][EC_HALF_WORDS];
} EC(lattice);

#endif
