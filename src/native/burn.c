#include "native/burn.h"

#ifndef MC_SINGLE_CURVE

#include <string.h>

#if defined(__x86_64__) && defined(__ELF__)
#include "native/x86_64/level.h"

typedef void clear_vectors(void);
clear_vectors mc_clear_vectors, mc_clear_more_vectors;

static __attribute__((used)) void clear_sse(void)
{
    __asm__ volatile(".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
                     "pxor %xmm\\i, %xmm\\i\n"
                     ".endr");
}

static __attribute__((used, target("avx"))) void clear_avx(void)
{
    __asm__ volatile("vzeroall");
}

/* Those that AVX-512 adds, in which the C library copies bytes where the processor has them. */
static __attribute__((used, target("avx512f"))) void clear_avx512(void)
{
    __asm__ volatile(".irp i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
                     "vpxord %zmm\\i, %zmm\\i, %zmm\\i\n"
                     ".endr\n"
                     ".irp i, 1, 2, 3, 4, 5, 6, 7\n"
                     "kxorw %k\\i, %k\\i, %k\\i\n"
                     ".endr");
}

static __attribute__((used)) void clear_nothing(void)
{
}

MC_BIND(mc_clear_vectors, clear_vectors, mc_x86_64_has_avx, clear_avx, clear_sse, (void), ())
MC_BIND(mc_clear_more_vectors, clear_vectors, mc_x86_64_has_avx512, clear_avx512, clear_nothing, (void), ())

static inline void clear_registers(void)
{
    mc_clear_more_vectors();
    mc_clear_vectors();
    __asm__ volatile("xor %%ecx, %%ecx\n xor %%edx, %%edx\n xor %%esi, %%esi\n xor %%edi, %%edi\n"
                     "xor %%r8d, %%r8d\n xor %%r9d, %%r9d\n xor %%r10d, %%r10d\n xor %%r11d, %%r11d" ::
                         : "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
}

#elif defined(__aarch64__)

/* v8 to v15 are kept, and their upper halves, which need not be, hold nothing of the library's: it has no vectors of
 * its own in them across calls, and compilers take the others first. */
static inline void clear_registers(void)
{
    __asm__ volatile(".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
                     "movi v\\i\\().2d, #0\n"
                     ".endr\n"
                     ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n"
                     "mov x\\i, #0\n"
                     ".endr" ::
                         : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
                           "x14", "x15");
}

#else

static inline void clear_registers(void)
{
}

#endif

/* A frame of its own, which begins below the caller's. The barrier keeps the compiler from leaving the zeros out. */
__attribute__((noinline)) void mc_burn(size_t bytes)
{
    uint8_t frame[bytes];
    memset(frame, 0, bytes);
    __asm__ volatile("" ::"r"(frame) : "memory");
    clear_registers();
}

#endif
