/*---
name: hybrid
family: fp-mul
summary: by columns of blocks of four words, each block by rows, so that a word is read once in a block
source: Gura, Patel, Wander, Eberle and Shantz, Comparing Elliptic Curve Cryptography and RSA on 8-bit CPUs, 2004
domain: any a, b of FP_WORDS words
constant_time: same-trace-and-addresses
---*/
#include "fp/fp.h"

#define BLOCK  4
#define BLOCKS ((FP_WORDS + BLOCK - 1) / BLOCK)
/* Two blocks, and a word for the sum of as many products of blocks as a column has, at most 17. */
#define SUM_WORDS (2 * BLOCK + 1)

/* Words of block i; the last one may be shorter. */
static inline uint8_t block_words(uint8_t i)
{
    return i + 1 < BLOCKS ? BLOCK : FP_WORDS - (BLOCKS - 1) * BLOCK;
}

/* sum += a b, of so many words. The loop that ends with the carry has the same length for all blocks of a size. */
static inline void multiply_block(mc_word *sum, const mc_word *a, uint8_t a_words, const mc_word *b, uint8_t b_words)
{
    for (uint8_t i = 0; i < b_words; i++) {
        mc_word factor = b[i], carry = 0;
        uint8_t j = 0;
        for (; j < a_words; j++) {
            mc_dword t = (mc_dword)(mc_product(a[j], factor) + sum[i + j] + carry);
            sum[i + j] = (mc_word)t;
            carry = (mc_word)(t >> MC_WORD_BITS);
        }
        for (; i + j < SUM_WORDS; j++) {
            mc_dword t = (mc_dword)((mc_dword)sum[i + j] + carry);
            sum[i + j] = (mc_word)t;
            carry = (mc_word)(t >> MC_WORD_BITS);
        }
    }
}

/* c = the lowest words of the sum, at most a block, which then go. */
static inline void next_block(mc_word *c, mc_word *sum, uint8_t words)
{
    for (uint8_t i = 0; i < words; i++)
        c[i] = sum[i];
    for (uint8_t i = 0; i < SUM_WORDS; i++)
        sum[i] = i + BLOCK < SUM_WORDS ? sum[i + BLOCK] : 0;
}

void FP(mul_hybrid)(mc_word *c, const mc_word *a, const mc_word *b)
{
    mc_word sum[SUM_WORDS] = {0};
    for (uint8_t k = 0; k * BLOCK < 2 * FP_WORDS; k++) {
        uint8_t first = k < BLOCKS ? 0 : (uint8_t)(k - BLOCKS + 1);
        for (uint8_t i = first; i < BLOCKS && i <= k; i++) {
            uint8_t j = (uint8_t)(k - i);
            multiply_block(sum, a + i * BLOCK, block_words(i), b + j * BLOCK, block_words(j));
        }
        uint8_t left = (uint8_t)(2 * FP_WORDS - k * BLOCK);
        next_block(c + k * BLOCK, sum, left < BLOCK ? left : BLOCK);
    }
    fp_wipe(sum, sizeof sum);
}
