#include "protocol/protocol.h"

void EC(multiply_cofactor)(mc_word *d, const MC_FLASH EC(curve) *curve)
{
    const uint32_t h = EC_CURVE_COFACTOR(curve);
    mc_word factor[EC_SCALAR_WORDS] = {0};
    if (h == 1)
        return;
    for (uint8_t i = 0; i < EC_SCALAR_WORDS && MC_WORD_BITS * i < 32; i++)
        factor[i] = (mc_word)(h >> MC_WORD_BITS * i);
    ORDER(to_form)(factor, factor, EC_CURVE_MODULUS(curve));
    order_mul(d, d, factor, EC_CURVE_MODULUS(curve));
}
