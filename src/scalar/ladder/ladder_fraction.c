#include "scalar/scalar.h"

#if !FIELD_IS_PRIME
#include "scalar/ladder/ladder.h"

mc_status EC(scalar_mult_ladder_fraction)(EC(affine) *q, const uint8_t *k, const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = MC_OK;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(q, status);
    ladder_state s = {.x = q->x, .t = q->y};
    ladder_begin(&s, &blinding);
    ec_blinding_end(&blinding);
#if LADDER_READS_B
    mc_word b_sqrt[EC_WORDS];
    field_from_flash(b_sqrt, curve->b_sqrt);
    s.b_sqrt = b_sqrt;
#endif
    const size_t bytes = EC_SCALAR_BYTES(curve);
    uint8_t octet = (uint8_t)(k[0] << (8 * bytes - curve->order_bits)), bit = 0;
    for (uint16_t i = curve->order_bits; i--; octet = (uint8_t)(octet << 1)) { /* the next bit is the octet's highest */
        if (i % 8 == 7)
            octet = k[bytes - 1 - i / 8];
        bit = ladder_bit(&s, bit, octet >> 7, curve);
    }
    const mc_word odd = mc_word_barrier((mc_word)(0 - bit));
    field_select(s.x0, s.x1, odd);
    field_select(s.z0, s.z1, odd);
    field_copy(q->x, s.x0);
    field_copy(q->y, s.z0);
    mc_wipe(&s, sizeof s);
    return MC_OK;
}

#endif
