/*---
name: integer-products
family: fb-mul
summary: products of words by the processor's integer multiplication, on bits so far apart that no carry meets the next
source: Pornin, Constant-Time Mul and BearSSL's notes on GHASH; schoolbook over words
domain: any a, b; constant time where the processor's multiplication is
constant_time: same-trace-and-addresses
---*/
#include "fb/multiplication/word_product.h"

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_integer_products)(mc_word *c, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < 2 * FB_WORDS; i++)
        c[i] = 0;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        for (uint8_t j = 0; j < FB_WORDS; j++) {
            const mc_dword product = word_product(a[i], b[j]);
            c[i + j] ^= (mc_word)product;
            c[i + j + 1] ^= (mc_word)(product >> MC_WORD_BITS);
        }
    }
}
