/* Machine words, constant-time selection, flash access. Everything above is written in these terms.
 *
 * MC_WORD_BITS is 8, 16, 32 or 64; every algorithm gives the same result for each. The order of words
 * in a multi-word number is least significant first. */
#ifndef MC_WORD_H
#define MC_WORD_H

#include <stddef.h>
#include <stdint.h>

#include "word/config.h"

#if MC_WORD_BITS == 8
typedef uint8_t mc_word;
typedef uint16_t mc_dword;
#elif MC_WORD_BITS == 16
typedef uint16_t mc_word;
typedef uint32_t mc_dword;
#elif MC_WORD_BITS == 32
typedef uint32_t mc_word;
typedef uint64_t mc_dword;
#elif MC_WORD_BITS == 64
typedef uint64_t mc_word;
__extension__ typedef unsigned __int128 mc_dword;
#else
#error "MC_WORD_BITS must be 8, 16, 32 or 64"
#endif

#define MC_WORD_BYTES  (MC_WORD_BITS / 8)
#define MC_WORDS(bits) (((bits) + MC_WORD_BITS - 1) / MC_WORD_BITS)

/* Constants that must not be copied to RAM: named address space on classic AVR, plain const elsewhere.
 * An object is `static const MC_FLASH T t[]`, a pointer to it `const MC_FLASH T *`; both read directly. */
#if defined(__AVR__)
#define MC_FLASH __flash
#else
#define MC_FLASH
#endif

#define MC_CONCATENATE_(a, b) a##b
#define MC_CONCATENATE(a, b)  MC_CONCATENATE_(a, b)
#define MC_STRINGIFY_(a)      #a
#define MC_STRINGIFY(a)       MC_STRINGIFY_(a)

/* For the parts of an algorithm: inlined so that sizes given as constants are constants, or kept apart so that
 * each part has the processor's registers for itself. */
#define MC_INLINE   static inline __attribute__((always_inline))
#define MC_NOINLINE static __attribute__((noinline))
/* A function whose frame is not to lie below those of its caller's other calls, in images for size, whose compilers see
 * the whole library. */
#if MC_PREFER_SIZE
#define MC_OWN_FRAME __attribute__((noinline))
#else
#define MC_OWN_FRAME
#endif

/* Keeps the optimiser from learning that a mask has only two values and branching on it. */
static inline mc_word mc_word_barrier(mc_word x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* All ones if x != 0, else 0; constant time. */
static inline mc_word mc_word_mask_nonzero(mc_word x)
{
    mc_word signs = (mc_word)(x | (mc_word)(0 - x));
#ifdef __clang__ /* sees in the next line that x is compared and, on MSP430, branches */
    signs = mc_word_barrier(signs);
#endif
    mc_word top = (mc_word)(signs >> (MC_WORD_BITS - 1));
    return mc_word_barrier((mc_word)(0 - top));
}

/* All ones if x == 0, else 0; constant time. */
static inline mc_word mc_word_mask_zero(mc_word x)
{
    return (mc_word)~mc_word_mask_nonzero(x);
}

/* The product of two words in two. Thumb without UMULL has but the lower word of it, and compilers call a function for
 * the rest that branches on the operands: there by products of half words. */
#if defined(__thumb__) && !defined(__thumb2__) && MC_WORD_BITS == 32
#define MC_PRODUCT_BY_HALVES 1
static inline mc_dword mc_product(mc_word a, mc_word b)
{
    mc_word a_low = a & 0xffff, a_high = a >> 16, b_low = b & 0xffff, b_high = b >> 16;
    mc_word low = a_low * b_low;
    mc_word first = a_low * b_high + (low >> 16);       /* at most (2^16 - 1) 2^16 */
    mc_word second = a_high * b_low + (first & 0xffff); /* as above */
    mc_word high = a_high * b_high + (first >> 16) + (second >> 16);
    return (mc_dword)high << 32 | (second << 16 | (low & 0xffff));
}
#else
#define MC_PRODUCT_BY_HALVES 0
#define mc_product(a, b)     ((mc_dword)(a) * (b))
#endif

/* word/octets.c: a number of so many words from and to big-endian bytes, or little-endian ones, at most as many as the
 * words have; and the leftmost `bits` bits of `count` bytes as a number, all of them if there are no more (bits2int of
 * RFC 6979, 2.3.2). Constant time. */
void mc_words_from_octets(mc_word *r, uint8_t words, const uint8_t *octets, size_t count);
void mc_words_to_octets(uint8_t *octets, size_t count, const mc_word *a);
void mc_words_from_octets_little(mc_word *r, uint8_t words, const uint8_t *octets, size_t count);
void mc_words_to_octets_little(uint8_t *octets, size_t count, const mc_word *a);
void mc_words_from_leftmost_bits(mc_word *r, uint8_t words, const uint8_t *octets, size_t count, uint16_t bits);

/* 1 if all bytes are equal, else 0; constant time. */
uint8_t mc_octets_equal(const uint8_t *a, const uint8_t *b, size_t bytes);

/* 1 if a byte is part of both, else 0. Public: time depends on where they are. */
static inline uint8_t mc_octets_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t from_a = (uintptr_t)b - (uintptr_t)a, from_b = (uintptr_t)a - (uintptr_t)b;
    return (from_a < a_bytes && b_bytes) || (from_b < b_bytes && a_bytes);
}

/* word/move.c: copies bytes that may overlap; both may be null where there are none. */
void mc_move(uint8_t *out, const uint8_t *in, size_t bytes);

/* Writes zeros that the optimiser may not drop, however dead the buffer is. */
void mc_wipe(void *buffer, size_t bytes);

/* Defines static void name(void): in a mote image, zeros in so many bytes of the stack below the caller's frame, where
 * the functions that it called had spilled secrets. `bytes` is a constant, so that the stack has a bound, and less than
 * these calls took. On hosts more is done after each call of the public interface (native/burn.h). */
#ifdef MC_SINGLE_CURVE
#define MC_WIPE_BELOW(name, bytes)                                                                                     \
    MC_NOINLINE void name(void)                                                                                        \
    {                                                                                                                  \
        volatile mc_word frame[(bytes) / sizeof(mc_word)];                                                             \
        for (size_t i = 0; i < sizeof frame / sizeof frame[0]; i++)                                                    \
            frame[i] = 0;                                                                                              \
    }
#else
#define MC_WIPE_BELOW(name, bytes)                                                                                     \
    static inline void name(void)                                                                                      \
    {                                                                                                                  \
    }
#endif

#endif
