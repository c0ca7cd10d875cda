/* Scalars modulo a lattice (curve/lattice.h): k as a pair of numbers of half its size. In constant time. */
#ifndef MC_SCALAR_LATTICE_H
#define MC_SCALAR_LATTICE_H

#include "curve/curve.h"

#if EC_HAS_LATTICES

/* scalar/lattice.c: a coordinate of (k, 0) in the basis, k < 2^l, rounded to the nearest integer; returns the fraction
 * that this leaves, less 1/2, in units of 2^-LATTICE_GUARD_BITS. */
int8_t EC(lattice_quotient)(mc_word *quotient, const mc_word *k, const MC_FLASH mc_word *s);
/* scalar/lattice.c: r = (k, 0) less the vector of the lattice with these coordinates. */
void EC(lattice_remainder)(mc_word (*r)[EC_HALF_WORDS], const mc_word *k, mc_word (*quotients)[EC_HALF_WORDS],
                           const MC_FLASH EC(lattice) *lattice);
/* scalar/lattice.c: x += value, for x of so many words, and x = -x for x of EC_HALF_WORDS. */
void EC(lattice_add_small)(mc_word *x, uint8_t words, int8_t value);
void EC(lattice_negate)(mc_word *x);

#endif
#endif
