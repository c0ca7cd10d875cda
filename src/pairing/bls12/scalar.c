#include "pairing/bls12/group.h"

/* Bit by bit: the remainder takes the next bit, and the divisor is taken off if it is not above. The remainder is below
 * twice the divisor, which may have no free bit in its words: one word more. */
void bls12_divide(mc_word *quotient, mc_word *remainder, const mc_word *a, const MC_FLASH mc_word *divisor,
                  uint8_t words)
{
    mc_word rest[BLS12_SCALAR_WORDS + 1] = {0}, difference[BLS12_SCALAR_WORDS + 1];
    for (uint16_t i = BLS12_SCALAR_WORDS * MC_WORD_BITS; i-- > 0;) {
        const uint8_t word = (uint8_t)(i / MC_WORD_BITS), place = (uint8_t)(i % MC_WORD_BITS);
        mc_word bit = a[word] >> place & 1, borrow = 0;
        for (uint8_t j = 0; j <= words; j++) {
            const mc_word top = rest[j] >> (MC_WORD_BITS - 1);
            rest[j] = (mc_word)(rest[j] << 1 | bit);
            bit = top;
            mc_dword d = (mc_dword)((mc_dword)rest[j] - (j < words ? divisor[j] : 0) - borrow);
            difference[j] = (mc_word)d;
            borrow = (mc_word)(d >> MC_WORD_BITS) & 1;
        }
        const mc_word taken = mc_word_mask_zero(borrow);
        for (uint8_t j = 0; j <= words; j++)
            rest[j] ^= taken & (rest[j] ^ difference[j]);
        quotient[word] = (mc_word)((quotient[word] & ~((mc_word)1 << place)) | (taken & (mc_word)1 << place));
    }
    for (uint8_t j = 0; j < BLS12_SCALAR_WORDS; j++)
        remainder[j] = j < words ? rest[j] : 0;
    mc_wipe(rest, sizeof rest);
    mc_wipe(difference, sizeof difference);
}
