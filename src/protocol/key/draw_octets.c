#include "protocol/protocol.h"

mc_status EC(draw_octets)(uint8_t *r, size_t bytes, mc_random random, void *context)
{
    mc_status status = EC(check_source)(random, context);
    if (status == MC_OK && random(context, r, bytes) != 0)
        status = MC_ERROR_RANDOM;
    if (status != MC_OK)
        mc_wipe(r, bytes);
    return status;
}
