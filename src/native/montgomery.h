/* The kernels of modular arithmetic of this processor (native/api.h). */
#ifndef MC_NATIVE_MONTGOMERY_H
#define MC_NATIVE_MONTGOMERY_H

#include "native/api.h"

#if MC_NATIVE_X86_64
#include "native/x86_64/level.h"
#include "native/x86_64/montgomery.h"
#elif MC_NATIVE_AARCH64_WORDS
#include "native/aarch64/montgomery.h"
#endif

#endif
