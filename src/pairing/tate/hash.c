/* Messages to points of order r, by the map and the cofactor. */
#include "pairing/tate/tate.h"

#define HASH_BYTES (EC_BYTES + 16) /* the number modulo q is 2^-128 from even */

mc_status EC(tate_hash)(EC(tate_point) *r, const mc_message *message)
{
    uint8_t uniform[HASH_BYTES];
    mc_word u[FP_WORDS];
    const mc_status status = mc_expand_message(uniform, sizeof uniform, message);
    if (status != MC_OK)
        return status;
    FP(from_octets)(u, uniform, sizeof uniform, FP_BITS);
    FP(to_form)(u, u);
    EC(tate_map)(r, u);
    EC(tate_clear_cofactor)(r, r);
    mc_wipe(uniform, sizeof uniform);
    mc_wipe(u, sizeof u);
    return FP(mask_zero)(r->y) ? MC_ERROR_INFINITY : MC_OK;
}
