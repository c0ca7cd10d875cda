#include "encoding/encoding.h"

#include <string.h>

mc_status EC(scalar_decode)(mc_word *d, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve)
{
    mc_status status = MC_OK;
    memset(d, 0, EC_SCALAR_WORDS * sizeof *d);
    if (count != EC_SCALAR_BYTES(curve))
        return MC_ERROR_LENGTH;
    mc_words_from_octets(d, EC_SCALAR_WORDS, octets, count);
    if (ORDER(mask_zero)(d))
        status = MC_ERROR_SCALAR_ZERO;
    else if (!ORDER(mask_below)(d, EC_CURVE_MODULUS(curve)))
        status = MC_ERROR_SCALAR_RANGE;
    if (status)
        mc_wipe(d, EC_SCALAR_WORDS * sizeof *d);
    return status;
}
