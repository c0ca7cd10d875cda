/* Products by shifts of whole bytes (fb/byte_shifts/byte_shifts_template.h) for each type of words: those of the
 * library; of 32 bits where the library's have 64; registers of 64 bits of MMX and of 128 bits of SSE2; of 64 bits of
 * Wireless MMX. */
#ifndef MC_FB_BYTE_SHIFTS_H
#define MC_FB_BYTE_SHIFTS_H

#include <string.h>

#include "fb/multiplication/mul_window4.h"

/* Words of the library. The barrier keeps the compiler from using wider ones for the sums. */
#define BYTE_SHIFTS(f)     byte_shifts_word_##f
#define BYTE_SHIFTS_WORD   mc_word
#define BYTE_SHIFTS_BITS   MC_WORD_BITS
#define BYTE_SHIFTS_UNROLL /* loops */
#define BYTE_SHIFTS_PASS   /* loops */

MC_INLINE mc_word BYTE_SHIFTS(sum)(mc_word a, mc_word b)
{
    return a ^ mc_word_barrier(b);
}

MC_INLINE mc_word BYTE_SHIFTS(up)(mc_word word, mc_word below, uint8_t k)
{
    return (mc_word)(mc_word_barrier(word) << k) | (mc_word)(below >> (MC_WORD_BITS - k));
}

MC_INLINE mc_word BYTE_SHIFTS(read)(const mc_word *a, uint8_t k)
{
    return a[k];
}

MC_INLINE uint8_t BYTE_SHIFTS(byte)(const mc_word *word, uint8_t i)
{
    return (uint8_t)(*word >> 8 * i);
}

#include "fb/byte_shifts/byte_shifts_template.h"

/* Whether there are words of other sizes than the library's: they take elements as the bytes that they are in memory.
 */
#if MC_WORD_BITS == 64 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE_SHIFTS(f)     byte_shifts_word32_##f
#define BYTE_SHIFTS_WORD   uint32_t
#define BYTE_SHIFTS_BITS   32
#define BYTE_SHIFTS_UNROLL /* loops */
#define BYTE_SHIFTS_PASS   /* loops */

MC_INLINE uint32_t BYTE_SHIFTS(sum)(uint32_t a, uint32_t b)
{
    __asm__("" : "+r"(b)); /* as mc_word_barrier */
    return a ^ b;
}

MC_INLINE uint32_t BYTE_SHIFTS(up)(uint32_t word, uint32_t below, uint8_t k)
{
    __asm__("" : "+r"(word));
    return word << k | below >> (32 - k);
}

MC_INLINE uint32_t BYTE_SHIFTS(read)(const mc_word *a, uint8_t k)
{
    return (uint32_t)(a[k / 2] >> k % 2 * 32);
}

MC_INLINE uint8_t BYTE_SHIFTS(byte)(const uint32_t *word, uint8_t i)
{
    return (uint8_t)(*word >> 8 * i);
}

#include "fb/byte_shifts/byte_shifts_template.h"
#endif

#if MC_NATIVE_X86_64
#include <emmintrin.h>

/* Where sums fit into the eight registers of MMX there is code for each byte of a word: in a loop compilers move them
 * to other registers and back. */
#if FB_M <= 256
#define BYTE_SHIFTS_VECTOR_PASS _Pragma("GCC unroll 16")
#else
#define BYTE_SHIFTS_VECTOR_PASS /* loops */
#endif

#define BYTE_SHIFTS(f)     byte_shifts_mmx_##f
#define BYTE_SHIFTS_WORD   __m64
#define BYTE_SHIFTS_BITS   64
#define BYTE_SHIFTS_PASS   BYTE_SHIFTS_VECTOR_PASS
#define BYTE_SHIFTS_UNROLL _Pragma("GCC unroll 32")

/* Assembly, since compilers make SSE2 instructions of MMX intrinsics. Who calls these ends with byte_shifts_mmx_leave.
 */
MC_INLINE __m64 BYTE_SHIFTS(sum)(__m64 a, __m64 b)
{
    __asm__("pxor %1, %0" : "+y"(a) : "ym"(b));
    return a;
}

MC_INLINE __m64 BYTE_SHIFTS(up)(__m64 word, __m64 below, uint8_t k)
{
#define SHIFT(count, rest)                                                                                             \
    if (k == count) {                                                                                                  \
        __asm__("psllq $" #count ", %0" : "+y"(word));                                                                 \
        __asm__("psrlq $" #rest ", %0" : "+y"(below));                                                                 \
    }
    SHIFT(1, 63)
    SHIFT(4, 60)
    SHIFT(8, 56)
#undef SHIFT
    return BYTE_SHIFTS(sum)(word, below);
}

MC_INLINE __m64 BYTE_SHIFTS(read)(const mc_word *a, uint8_t k)
{
    return (__m64)a[k];
}

MC_INLINE uint8_t BYTE_SHIFTS(byte)(const __m64 *word, uint8_t i)
{
    return ((const uint8_t *)word)[i];
}

/* Gives the registers back to floating-point code. */
MC_INLINE void byte_shifts_mmx_leave(void)
{
    __asm__ volatile("emms" ::: "memory");
}

#include "fb/byte_shifts/byte_shifts_template.h"

#define BYTE_SHIFTS(f)     byte_shifts_sse2_##f
#define BYTE_SHIFTS_WORD   __m128i
#define BYTE_SHIFTS_BITS   128
#define BYTE_SHIFTS_PASS   BYTE_SHIFTS_VECTOR_PASS
#define BYTE_SHIFTS_UNROLL _Pragma("GCC unroll 32")

MC_INLINE __m128i BYTE_SHIFTS(sum)(__m128i a, __m128i b)
{
    return _mm_xor_si128(a, b);
}

/* A shift of the register by bytes is one instruction; one by bits shifts its halves, between which bits are carried by
 * two more. */
MC_INLINE __m128i BYTE_SHIFTS(up)(__m128i word, __m128i below, uint8_t k)
{
    if (k == 8)
        return _mm_or_si128(_mm_slli_si128(word, 1), _mm_srli_si128(below, 15));
    const __m128i over = _mm_srli_epi64(word, 64 - k), carried = _mm_srli_epi64(below, 64 - k);
    return _mm_or_si128(_mm_slli_epi64(word, k), _mm_or_si128(_mm_slli_si128(over, 8), _mm_srli_si128(carried, 8)));
}

MC_INLINE __m128i BYTE_SHIFTS(read)(const mc_word *a, uint8_t k)
{
    return 2 * k + 1 < FB_WORDS ? _mm_loadu_si128((const __m128i *)&a[2 * k])
                                : _mm_loadl_epi64((const __m128i *)&a[2 * k]);
}

MC_INLINE uint8_t BYTE_SHIFTS(byte)(const __m128i *word, uint8_t i)
{
    return ((const uint8_t *)word)[i];
}

#include "fb/byte_shifts/byte_shifts_template.h"
#endif

#if MC_NATIVE_WMMX
#include <mmintrin.h>

#define BYTE_SHIFTS(f)     byte_shifts_wmmx_##f
#define BYTE_SHIFTS_WORD   __m64
#define BYTE_SHIFTS_BITS   64
#define BYTE_SHIFTS_PASS   /* loops */
#define BYTE_SHIFTS_UNROLL _Pragma("GCC unroll 32")

MC_INLINE __m64 BYTE_SHIFTS(sum)(__m64 a, __m64 b)
{
    return _mm_xor_si64(a, b);
}

/* Before these is byte_shifts_wmmx_begin: WALIGNR1 takes eight bytes out of sixteen, from the byte that wCGR1 says.
 * (QEMU 7.2 gets WALIGNI, which has the number in the instruction, wrong for numbers above 3.) */
MC_INLINE void byte_shifts_wmmx_begin(void)
{
    _mm_setwcx(7, 9);
}

MC_INLINE __m64 BYTE_SHIFTS(up)(__m64 word, __m64 below, uint8_t k)
{
    if (k == 8)
        return _mm_alignr1_si64(below, word);
    return _mm_or_si64(_mm_slli_si64(word, k), _mm_srli_si64(below, 64 - k));
}

/* Elements begin at any word, WLDRD takes multiples of 8. */
MC_INLINE __m64 BYTE_SHIFTS(read)(const mc_word *a, uint8_t k)
{
    return _mm_set_pi32(2 * k + 1 < FB_WORDS ? (int)a[2 * k + 1] : 0, (int)a[2 * k]);
}

MC_INLINE uint8_t BYTE_SHIFTS(byte)(const __m64 *word, uint8_t i)
{
    return ((const uint8_t *)word)[i];
}

#include "fb/byte_shifts/byte_shifts_template.h"
#endif

#endif
