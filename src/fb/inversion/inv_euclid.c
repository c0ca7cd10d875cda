/*---
name: euclid
family: fb-inv
summary: binary extended Euclidean algorithm
source: aranha2008 Algorithm 7
domain: any a; the inverse of 0 is 0
constant_time: no
---*/
#include <stdbool.h>

#include "fb/fb.h"

/* f itself, of degree m, takes a bit more than an element. */
#define WORDS MC_WORDS(FB_M + 1)

/* x = x / z, for x divisible by z. */
static void divide_by_z(mc_word *x, uint8_t words)
{
    mc_word carry = 0;
    for (x += words; words; words--) {
        mc_word word = *--x;
        *x = (mc_word)(word >> 1) | carry;
        carry = (mc_word)(word << (MC_WORD_BITS - 1));
    }
}

static bool is_one(const mc_word *x, uint8_t words)
{
    if (x[0] != 1)
        return false;
    while (--words)
        if (x[words])
            return false;
    return true;
}

static void add_f(mc_word *x)
{
    x[FB_M / MC_WORD_BITS] ^= (mc_word)1 << FB_M % MC_WORD_BITS;
#define INV_EUCLID_ADD_TERM(k) x[(k) / MC_WORD_BITS] ^= (mc_word)1 << (k) % MC_WORD_BITS;
    FB_TERMS(INV_EUCLID_ADD_TERM)
#undef INV_EUCLID_ADD_TERM
}

/* r = 1/a; r may be a. Keeps u = a b and v = a c modulo f, both with u(0) = v(0) = 1 when they are added, so
 * that each sum is divisible by z. */
void FB(inv_euclid_var)(mc_word *r, const mc_word *a)
{
    mc_word space[4][WORDS] = {{0}};
    mc_word *u = space[0], *v = space[1], *b = space[2], *c = space[3];
    FB(copy)(u, a);
    add_f(v);
    b[0] = 1;
    uint8_t length = WORDS; /* words of u and v that are not known to be zero */
    if (FB(mask_zero)(a)) {
        FB(copy)(r, a);
        return;
    }
    for (;;) {
        while (!(u[0] & 1)) {
            divide_by_z(u, length);
            if (b[0] & 1)
                add_f(b);
            divide_by_z(b, WORDS);
        }
        if (is_one(u, length))
            break;
        while (!(u[length - 1] | v[length - 1]))
            length--;
        uint8_t top = length;
        while (u[top - 1] == v[top - 1])
            top--;
        if (u[top - 1] < v[top - 1]) {
            mc_word *t = u;
            u = v, v = t;
            t = b, b = c, c = t;
        }
        for (uint8_t i = 0; i < length; i++)
            u[i] ^= v[i];
        for (uint8_t i = 0; i < WORDS; i++)
            b[i] ^= c[i];
    }
    FB(copy)(r, b);
    mc_wipe(space, sizeof space);
}
