/* Multiples of the generators of curves, made ahead of time and kept in flash; infinity is (0, 0) as everywhere. Each
 * table is an object of its own, so that an image holds those that it uses.
 *
 *   wtnaf<w>  alpha_u G at the slots of scalar/tau/wtnaf.h, for windows 6, 7, 8; Koblitz curves only
 *   wtnaf_slopes<w>  the same for windows 8 and 9, each point by x and its slope x + y/x
 *   wnaf<w>   G, 3 G, 5 G, ..., for windows 5, 6 and 7
 *   doublings G, 2 G, 4 G, ..., one for each bit of scalars
 *   comb<w>   the two tables of scalar/fixed_base/base_comb.h for w teeth, one after the other
 *   comb_one_table<w>  its table for w teeth if there is one
 *
 * Curves of motes have all of these, every other curve comb6, wnaf6, which begins with wnaf5, and wtnaf8, where words
 * have 32 or 64 bits. */
#ifndef MC_CURVE_GENERATOR_H
#define MC_CURVE_GENERATOR_H

#include "curve/curve.h"

/* The window of the generator in double multiplications. On words of 8 bits an addition costs the most beside a table.
 */
#if MC_PREFER_SIZE
#define EC_WNAF_WINDOW_OF_G 5
#elif MC_WORD_BITS == 8
#define EC_WNAF_WINDOW_OF_G 7
#else
#define EC_WNAF_WINDOW_OF_G 6
#endif
#define EC_WNAF_TABLE_OF_G(curve) EC_GENERATOR_TABLE(curve, MC_CONCATENATE(wnaf, EC_WNAF_WINDOW_OF_G))

/* The name of the table of a curve that has none. */
#define EC_NO_GENERATOR_TABLE 0 /* no cast, whose names would stand within those of the macros below */

#include MC_STRINGIFY(curve/generator/MC_FIELD.h) /* generated */

/* The table of a kind, such as comb5, for a curve; null for a curve that is no Koblitz curve in the second form. */
#ifdef MC_SINGLE_CURVE
#define GENERATOR_TABLE_NAME(kind)                                                                                     \
    MC_CONCATENATE(MC_CONCATENATE(mc_, MC_SINGLE_CURVE), MC_CONCATENATE(_generator_, kind))
#define EC_GENERATOR_TABLE(curve, kind)         GENERATOR_TABLE_NAME(kind)
#define EC_GENERATOR_TABLE_KOBLITZ(curve, kind) GENERATOR_TABLE_NAME(kind)
#else
#define EC_GENERATOR_TABLE(curve, kind)         EC_GENERATOR_TABLE_OF(curve, kind)
#define EC_GENERATOR_TABLE_KOBLITZ(curve, kind) EC_GENERATOR_TABLE_OF_KOBLITZ(curve, kind)
#endif

#endif
