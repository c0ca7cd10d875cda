/* Whether the processor has AVX-512 IFMA, VBMI and VBMI2 with what they stand on. A fixed level (native/x86_64/level.h)
 * does not tell: then the compiler's flags do. */
#ifndef MC_PAIRING_LEVEL_H
#define MC_PAIRING_LEVEL_H

#include "native/x86_64/level.h"

MC_BARE static inline __attribute__((always_inline)) int mc_x86_64_has_ifma(void)
{
#if MC_LEVEL_IS_FIXED
#if defined(__AVX512IFMA__) && defined(__AVX512VBMI__) && defined(__AVX512VBMI2__)
    return mc_x86_64_has_wide();
#else
    return 0;
#endif
#else
    unsigned eax, ebx, ecx, edx;
    if (!mc_x86_64_has_avx512())
        return 0;
    __cpuid_count(7, 0, eax, ebx, ecx, edx);
    const unsigned needed = bit_BMI2 | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL | bit_AVX512IFMA;
    const unsigned also_needed = bit_AVX512VBMI | bit_AVX512VBMI2;
    return (ebx & needed) == needed && (ecx & also_needed) == also_needed;
#endif
}

#endif
