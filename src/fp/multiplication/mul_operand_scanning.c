/*---
name: operand-scanning
family: fp-mul
summary: schoolbook multiplication by rows
source: hankerson2004 Algorithm 2.9
domain: any a, b of FP_WORDS words
constant_time: same-trace-and-addresses
---*/
#include "fp/multiplication/rows.h"

void FP(mul_operand_scanning)(mc_word *c, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < FP_WORDS; i++)
        c[i] = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++)
        c[i + FP_WORDS] = row_add(c + i, a, b[i], FP_WORDS);
}
