#include "encoding/encoding.h"

#include <string.h>

mc_word FB(scalar_mask_below_order)(const mc_word *d, const MC_FLASH FB(curve) *curve)
{
    mc_word borrow = 0; /* of d - n */
    for (unsigned i = 0; i < FB_WORDS; i++) {
        mc_dword difference = (mc_dword)d[i] - curve->order[i] - borrow;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    return (mc_word)(0 - borrow);
}

mc_status FB(scalar_decode)(mc_word *d, const uint8_t *octets, size_t count, const MC_FLASH FB(curve) *curve)
{
    mc_status status = MC_OK;
    memset(d, 0, FB_WORDS * sizeof *d);
    if (count != FB_SCALAR_BYTES(curve))
        return MC_ERROR_LENGTH;
    FB(from_octets)(d, octets, count);
    if (FB(mask_zero)(d))
        status = MC_ERROR_SCALAR_ZERO;
    else if (!FB(scalar_mask_below_order)(d, curve))
        status = MC_ERROR_SCALAR_RANGE;
    if (status)
        mc_wipe(d, FB_WORDS * sizeof *d);
    return status;
}
