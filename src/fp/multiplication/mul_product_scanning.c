/*---
name: product-scanning
family: fp-mul
summary: Comba's multiplication by columns
source: hankerson2004 Algorithm 2.10
domain: any a, b of FP_WORDS words
constant_time: same-trace-and-addresses
---*/
#include "fp/multiplication/columns.h"

void FP(mul_product_scanning)(mc_word *c, const mc_word *a, const mc_word *b)
{
    columns_multiply(c, a, b, FP_WORDS);
}
