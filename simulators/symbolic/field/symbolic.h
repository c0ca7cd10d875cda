/* A field whose elements are expressions (symbolic.h): prime, with Edwards curves, or binary, as the build says. */
#ifndef MC_FIELD_SYMBOLIC_H
#define MC_FIELD_SYMBOLIC_H

#define FIELD_IS_PRIME           MC_SYMBOLIC_PRIME
#define FIELD_HAS_EDWARDS_CURVES MC_SYMBOLIC_EDWARDS
#define EC_SCALAR_BITS           128
#if FIELD_IS_PRIME
#define FP_BITS       128
#define FP_MONTGOMERY 0
#else
#define FB_M                  127
#define FB_HAS_KOBLITZ_CURVES 1
#endif

#endif
