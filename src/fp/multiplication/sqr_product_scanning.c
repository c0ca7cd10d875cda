/*---
name: product-scanning
family: fp-sqr
summary: squaring by columns, each product of two different words once
source: hankerson2004 Algorithm 2.13
domain: any a of FP_WORDS words
constant_time: same-trace-and-addresses
---*/
#include "fp/multiplication/columns.h"

void FP(sqr_product_scanning)(mc_word *c, const mc_word *a)
{
    columns_square(c, a, FP_WORDS);
}
