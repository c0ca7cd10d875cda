#include "protocol/ed.h"

#include <string.h>

#if FIELD_HAS_EDDSA_CURVES

/* Horner's rule by digits that are below n as they are. */
void EC(ed_mod_order)(mc_word *r, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve)
{
    const size_t digit_bytes = (curve->order_bits - 1U) / 8;
    mc_word base[EC_SCALAR_WORDS] = {0}, digit[EC_SCALAR_WORDS];
    base[digit_bytes / MC_WORD_BYTES] = (mc_word)((mc_word)1 << 8 * (digit_bytes % MC_WORD_BYTES));
    ORDER(to_form)(base, base, EC_CURVE_MODULUS(curve));
    memset(r, 0, EC_SCALAR_WORDS * sizeof *r);
    while (count > 0) {
        const size_t bytes = (count - 1) % digit_bytes + 1; /* the highest digit may be short */
        count -= bytes;
        order_mul(r, r, base, EC_CURVE_MODULUS(curve));
        mc_words_from_octets_little(digit, EC_SCALAR_WORDS, octets + count, bytes);
        order_add(r, r, digit, EC_CURVE_MODULUS(curve));
    }
    mc_wipe(digit, sizeof digit);
}

#endif
