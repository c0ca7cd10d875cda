#include "fp/fp.h"

#include <string.h>

/* For size, as there is no product and no division, but where both are instructions. */
#if FP_BITS <= 8 || (MC_PREFER_SIZE && !defined(__thumb2__))

/* Horner's rule by doublings, and by digits of a byte, or of a bit of tests, where a byte may be above the modulus. */
MC_INLINE void number_from_octets(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits,
                                  uint8_t is_little FP_M)
{
    const uint8_t digit_bits = FP_BITS <= 8 ? 1 : 8;
    mc_word digit[FP_WORDS] = {0};
    (void)modulus_bits;
    memset(r, 0, FP_WORDS * sizeof *r);
    for (size_t i = 0; i < count; i++) {
        const uint8_t octet = octets[is_little ? count - 1 - i : i];
        for (int shift = 8 - digit_bits; shift >= 0; shift -= digit_bits) {
            for (uint8_t bit = 0; bit < digit_bits; bit++)
                fp_add(r, r, r FP_PASS);
            digit[0] = (mc_word)(octet >> shift & ((1 << digit_bits) - 1));
            fp_add(r, r, digit FP_PASS);
        }
    }
    mc_wipe(digit, sizeof digit);
}

#else

/* Horner's rule by digits of as many bytes as are below the modulus whatever they are; the highest may be short. */
MC_INLINE void number_from_octets(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits,
                                  uint8_t is_little FP_M)
{
    const size_t digit_bytes = (modulus_bits - 1U) / 8;
    mc_word radix[FP_WORDS] = {0}, digit[FP_WORDS];
    radix[digit_bytes / MC_WORD_BYTES] = (mc_word)((mc_word)1 << 8 * (digit_bytes % MC_WORD_BYTES));
    FP(to_form)(radix, radix FP_PASS);
    memset(r, 0, FP_WORDS * sizeof *r);
    for (size_t left = count; left;) {
        const size_t bytes = (left - 1) % digit_bytes + 1;
        if (left < count)
            fp_mul(r, r, radix FP_PASS);
        if (is_little)
            mc_words_from_octets_little(digit, FP_WORDS, octets + left - bytes, bytes);
        else
            mc_words_from_octets(digit, FP_WORDS, octets + count - left, bytes);
        fp_add(r, r, digit FP_PASS);
        left -= bytes;
    }
    mc_wipe(digit, sizeof digit);
}

#endif

void FP(from_octets)(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits FP_M)
{
    number_from_octets(r, octets, count, modulus_bits, 0 FP_PASS);
}

void FP(from_octets_little)(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits FP_M)
{
    number_from_octets(r, octets, count, modulus_bits, 1 FP_PASS);
}
