#include "motecurve/point.h"
#include "protocol/ecies/ecies.h"

static mc_status encode(uint8_t *encoded, const uint8_t *point, const mc_curve *curve)
{
    return mc_point_encode(encoded, point, MC_POINT_COMPRESSED, mc_curve_public_key_bytes(curve), curve);
}

const mc_ecies_compression mc_ecies_compressed = {.encode = encode, .decode = mc_point_decode};
