/* Common part of the tests of binary fields: polynomials as arrays of single bits, with arithmetic that shares
 * nothing with the library's, and a repeatable source of random elements. */
#ifndef FB_REFERENCE_H
#define FB_REFERENCE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "fb/fb.h"

/* Room for an unreduced product of any word size. */
#define POLY_BITS (2 * FB_WORDS * MC_WORD_BITS)
typedef struct {
    uint8_t bit[POLY_BITS];
} poly;

static unsigned failures;

/* Prints the first failures only: a broken member fails on thousands of inputs. */
static inline void fail(const char *member, const char *what)
{
    if (failures++ < 10)
        printf("FAIL %s: %s\n", member, what);
}

static inline poly poly_from_words(const mc_word *words, unsigned count)
{
    poly p = {{0}};
    for (unsigned i = 0; i < count * MC_WORD_BITS; i++)
        p.bit[i] = (words[i / MC_WORD_BITS] >> (i % MC_WORD_BITS)) & 1;
    return p;
}

static inline void words_from_poly(mc_word *words, unsigned count, const poly *p)
{
    for (unsigned i = 0; i < count; i++) {
        words[i] = 0;
        for (unsigned j = MC_WORD_BITS; j--;)
            words[i] = (mc_word)(words[i] << 1) | p->bit[i * MC_WORD_BITS + j];
    }
}

static inline int words_equal_poly(const mc_word *words, unsigned count, const poly *expected)
{
    mc_word all[2 * FB_WORDS];
    words_from_poly(all, count, expected);
    return memcmp(words, all, count * sizeof *all) == 0;
}

static inline poly poly_reduce(poly p)
{
    static const unsigned exponents[] = {
#define EXPONENT(k) k,
        FB_TERMS(EXPONENT)
#undef EXPONENT
    };
    for (unsigned e = POLY_BITS - 1; e >= FB_M; e--) {
        if (!p.bit[e])
            continue;
        p.bit[e] = 0;
        for (unsigned t = 0; t < sizeof exponents / sizeof *exponents; t++)
            p.bit[e - FB_M + exponents[t]] ^= 1;
    }
    return p;
}

/* p / z modulo f, p of degree below m. */
static inline poly poly_divide_by_z(poly p)
{
    const uint8_t is_odd = p.bit[0];
#define ADD_ONE(k) p.bit[k] ^= is_odd;
    FB_TERMS(ADD_ONE)
    ADD_ONE(FB_M)
#undef ADD_ONE
    memmove(p.bit, p.bit + 1, FB_M);
    p.bit[FB_M] = 0;
    return p;
}

static inline poly poly_multiply(const poly *a, const poly *b)
{
    poly c = {{0}};
    for (unsigned i = 0; i < FB_M; i++)
        for (unsigned j = 0; a->bit[i] && j < FB_M; j++)
            c.bit[i + j] ^= b->bit[j];
    return c;
}

static inline poly poly_square(const poly *a)
{
    poly c = {{0}};
    for (unsigned i = 0; i < FB_M; i++)
        c.bit[2 * i] = a->bit[i];
    return c;
}

/* r^2 modulo f, or r^2 + r. */
static inline poly square_of_words(const mc_word *r, int plus_itself)
{
    poly p = poly_from_words(r, FB_WORDS), square = poly_reduce(poly_square(&p));
    for (unsigned i = 0; plus_itself && i < FB_M; i++)
        square.bit[i] ^= p.bit[i];
    return square;
}

static inline void set_power(mc_word *r, unsigned words, unsigned exponent)
{
    memset(r, 0, words * sizeof *r);
    r[exponent / MC_WORD_BITS] = (mc_word)1 << exponent % MC_WORD_BITS;
}

/* Steele, Lea and Flood's splitmix64: the same elements in every run. */
static inline uint64_t random_bits(void)
{
    static uint64_t state = 1;
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* A random polynomial of degree below `bits` in `words` words. */
static inline void set_random(mc_word *r, unsigned words, unsigned bits)
{
    for (unsigned i = 0; i < words; i++) {
        unsigned low = i * MC_WORD_BITS;
        unsigned kept = bits <= low ? 0 : bits - low < MC_WORD_BITS ? bits - low : MC_WORD_BITS;
        r[i] = kept ? (mc_word)random_bits() & (mc_word)((mc_word) ~(mc_word)0 >> (MC_WORD_BITS - kept)) : 0;
    }
}

static inline int finish(const char *program)
{
    printf("%s, field %s, %d-bit words: %s, %u failures\n", program,
           MC_STRINGIFY(MC_FIELD), MC_WORD_BITS, failures ? "FAILED" : "ok", failures);
    return failures != 0;
}

#endif
