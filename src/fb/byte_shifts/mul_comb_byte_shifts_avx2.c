/*---
name: comb-byte-shifts-avx2
family: fb-mul
summary: comb-byte-shifts-parallel, both sums in 256-bit registers of AVX2; on processors that lack it: in words
source: dahab2006, the parallel method
domain: any a, b
constant_time: same-trace
word_bits: 256
requires: MC_NATIVE_X86_64
ram_table_bytes: 16 * ((n * W + 15) // 16 * 16)
---*/
#include "fb/byte_shifts/byte_shifts.h"

#if MC_NATIVE_X86_64

#include <immintrin.h>

#include "native/x86_64/level.h"

#define AVX2        __attribute__((target("avx2")))
#define AVX2_WORDS  ((FB_M + 127) / 128)
#define AVX2_ROW    ((FB_M + 3 + 127) / 128)
#define AVX2_UNROLL _Pragma("GCC unroll 32")

/* Both halves of sum += the rows of both nibbles of byte i of every word of a, as byte_shifts_sse2_add_rows. */
AVX2 MC_INLINE void avx2_add_rows(__m256i *sum, const __m128i (*table)[AVX2_ROW], const __m128i *a, uint8_t i)
{
    AVX2_UNROLL
    for (uint8_t k = 0; k < AVX2_WORDS; k++) {
        const uint8_t byte = ((const uint8_t *)&a[k])[i];
        const __m128i *lower = table[byte & 15], *upper = table[byte >> 4];
        AVX2_UNROLL
        for (uint8_t j = 0; j < AVX2_ROW; j++) {
            const __m256i row = _mm256_inserti128_si256(_mm256_castsi128_si256(lower[j]), upper[j], 1);
            sum[k + j] = _mm256_xor_si256(sum[k + j], row);
        }
    }
}

/* sum = sum z^8, each half by itself */
AVX2 MC_INLINE void avx2_shift_byte(__m256i *sum)
{
    AVX2_UNROLL
    for (uint8_t j = 2 * AVX2_WORDS; --j;)
        sum[j] = _mm256_or_si256(_mm256_slli_si256(sum[j], 1), _mm256_srli_si256(sum[j - 1], 15));
    sum[0] = _mm256_slli_si256(sum[0], 1);
}

AVX2 static void mul_comb_byte_shifts_in_avx2(mc_word *c, const mc_word *a, const mc_word *b)
{
    __m128i table[WINDOW4_ROWS][AVX2_ROW], x[AVX2_WORDS], y[AVX2_WORDS], upper[2 * AVX2_WORDS];
    __m256i sum[2 * AVX2_WORDS] = {0};
    byte_shifts_sse2_load(x, a);
    byte_shifts_sse2_load(y, b);
    byte_shifts_sse2_make_table(table, y);
    avx2_add_rows(sum, table, x, 15);
    for (uint8_t i = 15; i--;) {
        avx2_shift_byte(sum);
        avx2_add_rows(sum, table, x, i);
    }
    for (uint8_t j = 0; j < 2 * AVX2_WORDS; j++)
        upper[j] = _mm256_extracti128_si256(sum[j], 1);
    byte_shifts_sse2_shift(upper, 4);
    for (uint8_t j = 0; j < 2 * AVX2_WORDS; j++)
        upper[j] = _mm_xor_si128(upper[j], _mm256_castsi256_si128(sum[j]));
    memcpy(c, upper, 2 * FB_WORDS * sizeof *c);
}

static void mul_comb_byte_shifts_in_words(mc_word *c, const mc_word *a, const mc_word *b)
{
    FB(mul_comb_byte_shifts_parallel)(c, a, b);
}

typedef void mul_comb_byte_shifts_function(mc_word *c, const mc_word *a, const mc_word *b);

/* c = a b, unreduced; c apart from a and b. */
MC_BIND(FB(mul_comb_byte_shifts_avx2), mul_comb_byte_shifts_function, mc_x86_64_has_avx2, mul_comb_byte_shifts_in_avx2,
        mul_comb_byte_shifts_in_words, (mc_word * c, const mc_word *a, const mc_word *b), (c, a, b))

#endif
