/* Included in front of the system's header: a processor has PMULL if the system says that it has SHA-3. */
#include_next <sys/auxv.h>

#undef HWCAP_PMULL
#define HWCAP_PMULL HWCAP_SHA3
