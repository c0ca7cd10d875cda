/* Cases that tests/src/native/test_object_code.py must tell apart in object code: functions that leak the memory at
 * their pointers, each named after its leak, and similar functions without a leak. Nothing runs them. */
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,vpclmulqdq,pclmul,bmi2")))

extern void unknown(uint64_t value);
extern void reviewed(uint64_t *r, const uint64_t *a, uint64_t count);
extern volatile uint64_t sink;

struct curve {
    const uint64_t *table;
    unsigned bits;
};

/* Leaks */

void leak_jump(uint64_t *r, const uint64_t *a)
{
    if (a[0] & 1)
        sink = 0;
    r[0] = a[1];
}

void leak_index(uint64_t *r, const uint64_t *a)
{
    static const uint64_t table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    r[0] = table[a[0] & 7];
}

void leak_store_index(uint64_t *r, const uint64_t *a)
{
    r[a[0] & 7] = 1;
}

void leak_division(uint64_t *r, const uint64_t *a)
{
    r[0] = a[0] / a[1];
}

void leak_loop_count(uint64_t *r, const uint64_t *a)
{
    for (uint64_t i = a[0]; i; i--)
        sink = r[0];
}

void leak_argument(uint64_t *r, const uint64_t *a)
{
    reviewed(r, a, a[0]);
}

void leak_call(uint64_t *r, const uint64_t *a)
{
    unknown(a[0] ^ r[0]);
}

void leak_pointer(uint64_t *r, const uint64_t *a)
{
    const uint64_t *chosen = a[0] >> 63 ? a : r;
    __asm__("" : "+r"(chosen));
    r[1] = chosen[2];
}

/* Through an array on the stack, written and read at a place that the loop counts. */
void leak_array(uint64_t *r, const uint64_t *a, unsigned n)
{
    volatile uint64_t copy[16];
    copy[3] = 0;
    for (unsigned i = 0; i < n; i++)
        copy[i] = a[i];
    if (copy[3])
        sink = 1;
    reviewed(r, a, 1); /* so that the function moves the pointer to the stack */
}

/* Data that a callee writes to a place on the stack. */
void leak_result(uint64_t *r, const uint64_t *a)
{
    uint64_t copy[4] = {0};
    reviewed(copy, a, 4);
    if (copy[2])
        sink = 1;
    r[0] = 0;
}

WIDE void leak_wide_jump(uint64_t *r, const uint64_t *a)
{
    const __m512i x = _mm512_loadu_si512(a), y = _mm512_clmulepi64_epi128(x, x, 0x01);
    if (_mm512_test_epi64_mask(y, x))
        sink = 1;
    _mm512_storeu_si512(r, y);
}

WIDE void leak_wide_index(uint64_t *r, const uint64_t *a)
{
    const __m512i x = _mm512_clmulepi64_epi128(_mm512_loadu_si512(a), _mm512_loadu_si512(r), 0);
    r[0] = a[(uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(x)) & 7];
}

WIDE void leak_gather(uint64_t *r, const uint64_t *a)
{
    _mm512_storeu_si512(r, _mm512_i64gather_epi64(_mm512_loadu_si512(a), a, 8));
}

WIDE void leak_masked_store(uint64_t *r, const uint64_t *a)
{
    _mm512_mask_storeu_epi64(r, (__mmask8)a[0], _mm512_loadu_si512(a));
}

WIDE void leak_compress(uint64_t *r, const uint64_t *a)
{
    _mm512_mask_compressstoreu_epi64(r, 0x55, _mm512_loadu_si512(a));
}

/* The number of squarings comes from a digit. */
WIDE void leak_wide_count(uint64_t *r, const uint64_t *a)
{
    __m512i x = _mm512_loadu_si512(a);
    for (uint64_t i = a[8] & 3; i; i--)
        x = _mm512_clmulepi64_epi128(x, x, 0x11);
    _mm512_storeu_si512(r, x);
}

/* A mask that compilers may turn into a jump: clang does. */
void maybe_scan(uint64_t *r, const uint64_t *a, unsigned n)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < n; i++)
        found |= a[i] & -(uint64_t)(r[0] == i);
    r[0] = found;
}

/* No leaks */

void clean_select(uint64_t *r, const uint64_t *a)
{
    const uint64_t mask = -(a[0] & 1);
    for (unsigned i = 0; i < 9; i++)
        r[i] = (a[i] & mask) | (r[i] & ~mask);
}

void clean_compare(uint64_t *r, const uint64_t *a)
{
    r[0] = (a[0] < a[1]) + 2 * (a[2] == a[3]);
}

void clean_scan(uint64_t *r, const uint64_t *a, unsigned n)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t mask = -(uint64_t)(r[0] == i);
        __asm__("" : "+r"(mask)); /* otherwise clang makes a jump of it */
        found |= a[i] & mask;
    }
    r[0] = found;
}

void clean_curve(uint64_t *r, const uint64_t *a, const struct curve *curve)
{
    for (unsigned i = 0; i < curve->bits; i++)
        if (curve->table[i])
            r[i] ^= a[i];
}

void clean_call(uint64_t *r, const uint64_t *a, uint64_t n)
{
    uint64_t copy[8];
    memcpy(copy, a, sizeof copy);
    for (uint64_t i = 0; i < n; i++)
        reviewed(copy, copy, n);
    memcpy(r, copy, sizeof copy);
}

WIDE void clean_wide(uint64_t *r, const uint64_t *a, unsigned n)
{
    __m512i x = _mm512_loadu_si512(a), y = _mm512_set1_epi64((long long)a[0]);
    volatile __m512i kept[3];
    for (unsigned i = 0; i < n; i++) {
        const __mmask8 mask = _mm512_test_epi64_mask(y, x);
        x = _mm512_mask_blend_epi64(mask, x, _mm512_clmulepi64_epi128(x, y, 0x01));
        kept[i % 3] = x;
        y = _mm512_permutexvar_epi64(x, _mm512_maskz_mov_epi64(0x55, kept[0]));
    }
    _mm512_storeu_si512(r, y);
}
