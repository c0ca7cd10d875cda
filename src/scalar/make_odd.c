#include "scalar/scalar.h"

mc_word EC(scalar_make_odd)(mc_word *odd, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    ORDER(mod)(odd, k, curve->order_bits, EC_CURVE_MODULUS(curve));
    const mc_word even = mc_word_barrier((mc_word)((odd[0] & 1) - 1));
    mc_word borrow = 0;
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++) { /* odd = (n & even) + (even ? -odd : odd) */
        mc_dword t = (mc_dword)(EC_CURVE_MODULUS(curve)->n[i] & even) + (odd[i] ^ even) + (i ? borrow : even & 1);
        odd[i] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS);
    }
    return even;
}
