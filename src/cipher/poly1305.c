/* Numbers modulo p = 2^130 - 5 in words of the processor. 2^130 is 5, so the bits from 130 on are added five times:
 * four times are the same bits two places higher, which is where the words have them. */
#include "cipher/poly1305.h"

#include <string.h>

#define KEY_WORDS MC_POLY1305_KEY_WORDS
#define SUM_WORDS MC_POLY1305_SUM_WORDS
#define TOP_BITS  2 /* of the 130 in the last word */

/* r = a + b + carry, in so many words; returns the carry. r may be a or b. */
static mc_word add(mc_word *r, const mc_word *a, const mc_word *b, uint8_t words, mc_word carry)
{
    for (uint8_t i = 0; i < words; i++) {
        const mc_dword sum = (mc_dword)((mc_dword)a[i] + b[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    return carry;
}

/* r = a modulo p, below 2^130 + 5 (a >> 130); a has SUM_WORDS + KEY_WORDS words and a zero. r may be a. */
static void fold(mc_word *r, const mc_word *a)
{
    mc_dword carry = 0;
    for (uint8_t i = 0; i < SUM_WORDS; i++) {
        const mc_word *above = a + KEY_WORDS + i;
        const mc_word five = (mc_word)(above[0] >> TOP_BITS | above[1] << (MC_WORD_BITS - TOP_BITS));
        const mc_word four = i ? above[0] : (mc_word)(above[0] >> TOP_BITS << TOP_BITS);
        const mc_word low = i < KEY_WORDS ? a[i] : (mc_word)(a[i] & ((1 << TOP_BITS) - 1));
        carry = (mc_dword)(carry + five);
        carry = (mc_dword)(carry + four);
        carry = (mc_dword)(carry + low);
        r[i] = (mc_word)carry;
        carry >>= MC_WORD_BITS;
    }
}

/* sum = sum r modulo p, below 2^131 for a sum below 2^132, as then the product is below 2^256. */
static void multiply(mc_word sum[SUM_WORDS], const mc_word r[KEY_WORDS])
{
    mc_word product[SUM_WORDS + KEY_WORDS + 1] = {0};
    for (uint8_t i = 0; i < KEY_WORDS; i++) {
        mc_word carry = 0;
        for (uint8_t j = 0; j < SUM_WORDS; j++) {
            const mc_dword part = (mc_dword)(mc_product(sum[j], r[i]) + product[i + j] + carry);
            product[i + j] = (mc_word)part;
            carry = (mc_word)(part >> MC_WORD_BITS);
        }
        product[i + SUM_WORDS] = carry;
    }
    fold(sum, product);
    mc_wipe(product, sizeof product);
}

void mc_poly1305_begin(mc_poly1305 *state, const uint8_t key[MC_POLY1305_KEY_BYTES])
{
    uint8_t r[MC_POLY1305_BLOCK_BYTES];
    memcpy(r, key, sizeof r);
    for (uint8_t i = 3; i < sizeof r; i += 4) /* RFC 8439, 2.5.1 */
        r[i] &= 0x0f;
    for (uint8_t i = 4; i < sizeof r; i += 4)
        r[i] &= 0xfc;
    mc_words_from_octets_little(state->r, KEY_WORDS, r, sizeof r);
    memset(state->sum, 0, sizeof state->sum);
    memcpy(state->addend, key + sizeof r, sizeof state->addend);
    mc_wipe(r, sizeof r);
}

void mc_poly1305_feed(mc_poly1305 *state, const uint8_t *octets, size_t bytes)
{
    uint8_t block[MC_POLY1305_BLOCK_BYTES + 1];
    mc_word number[SUM_WORDS];
    while (bytes > 0) {
        const size_t taken = bytes < MC_POLY1305_BLOCK_BYTES ? bytes : MC_POLY1305_BLOCK_BYTES;
        memset(block, 0, sizeof block);
        memcpy(block, octets, taken);
        block[MC_POLY1305_BLOCK_BYTES] = 1;
        mc_words_from_octets_little(number, SUM_WORDS, block, sizeof block);
        add(state->sum, state->sum, number, SUM_WORDS, 0);
        multiply(state->sum, state->r);
        octets += taken;
        bytes -= taken;
    }
    mc_wipe(block, sizeof block);
    mc_wipe(number, sizeof number);
}

/* The sum below p, and the second half of the key, modulo 2^128. */
void mc_poly1305_finish(uint8_t tag[MC_POLY1305_TAG_BYTES], mc_poly1305 *state)
{
    static const mc_word zeros[SUM_WORDS] = {0};
    mc_word sum[SUM_WORDS + KEY_WORDS + 1] = {0}, reduced[SUM_WORDS], addend[KEY_WORDS];
    memcpy(sum, state->sum, sizeof state->sum);
    fold(sum, sum); /* below 2^130 + 10 */
    add(reduced, sum, zeros, SUM_WORDS, 5);
    const mc_word mask = mc_word_mask_nonzero(reduced[SUM_WORDS - 1] >> TOP_BITS); /* at least 2^130: sum >= p */
    for (uint8_t i = 0; i < KEY_WORDS; i++)
        sum[i] = (mc_word)((reduced[i] & mask) | (sum[i] & ~mask));
    mc_words_from_octets_little(addend, KEY_WORDS, state->addend, sizeof state->addend);
    add(sum, sum, addend, KEY_WORDS, 0);
    mc_words_to_octets_little(tag, MC_POLY1305_TAG_BYTES, sum);
    mc_wipe(sum, sizeof sum);
    mc_wipe(reduced, sizeof reduced);
    mc_wipe(addend, sizeof addend);
    mc_wipe(state, sizeof *state);
}
