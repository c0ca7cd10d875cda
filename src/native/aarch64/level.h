/* Whether this processor has PMULL, the product of two polynomials of 64 bits, which belongs to the instructions for
 * AES.
 *
 * The system tells it: glibc passes its answer, AT_HWCAP, to resolvers (native/bind.h). Elsewhere, or with
 * -DMC_AARCH64_LEVEL, the choice is made when the library is compiled: =aarch64 for no such instructions, =pmull. */
#ifndef MC_NATIVE_AARCH64_LEVEL_H
#define MC_NATIVE_AARCH64_LEVEL_H

#include <stdlib.h> /* __GLIBC__ */

#include "word/word.h"

#if !defined(MC_AARCH64_LEVEL) && !(defined(__GLIBC__) && defined(__linux__))
#ifdef __ARM_FEATURE_AES
#define MC_AARCH64_LEVEL pmull
#else
#define MC_AARCH64_LEVEL aarch64
#endif
#endif

#ifdef MC_AARCH64_LEVEL

#define MC_LEVEL_IS_FIXED        1
#define MC_AARCH64_LEVEL_pmull   1
#define MC_AARCH64_LEVEL_aarch64 0
#define MC_LOADER_SAYS           MC_CONCATENATE(MC_AARCH64_LEVEL_, MC_AARCH64_LEVEL)
#define MC_SYSTEM_SAYS           MC_LOADER_SAYS
#include "native/bind.h"

static inline int mc_aarch64_has_carryless(int level)
{
    return level == MC_AARCH64_LEVEL_pmull;
}

#else

#include <sys/auxv.h>

#define MC_LEVEL_IS_FIXED 0
#define MC_LOADER_PASSES  uint64_t hwcap
#define MC_LOADER_SAYS    hwcap
#define MC_SYSTEM_SAYS    getauxval(AT_HWCAP)
#include "native/bind.h"

MC_BARE static inline __attribute__((always_inline)) int mc_aarch64_has_carryless(uint64_t hwcap)
{
    return (hwcap & HWCAP_PMULL) != 0;
}

#endif
#endif
