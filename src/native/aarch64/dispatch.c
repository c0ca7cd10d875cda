/* Says which code this processor runs. */
#include "native/api.h"

#if MC_NATIVE_AARCH64
#include "native/aarch64/level.h"

const char *mc_native_level(void)
{
    return mc_aarch64_has_carryless(MC_SYSTEM_SAYS) ? "aarch64, pmull" : "aarch64";
}
#endif
