/* The prime of a field as an object of its own, for processors that keep constants in flash. */
#include "fp/fp.h"

#if !MC_HAS_DATA_CACHE && !defined(FP_RUNTIME_MODULUS)
#include MC_STRINGIFY(fp/data/MC_FIELD.h)
#if FP_HAS_PRIME_ALONE
const MC_FLASH FP(modulus) FP(prime) = FP_PRIME_ALONE;
#else
const MC_FLASH FP(modulus) FP(prime) = FP_PRIME;
#endif
#endif
