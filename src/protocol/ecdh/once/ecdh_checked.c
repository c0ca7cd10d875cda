#include "motecurve/ecdh.h"
#include "native/burn.h"
#include "protocol/release.h"

/* Everything is computed twice, the peer's key read and validated twice, too. A fault strikes one of both. */
mc_status mc_ecdh_checked(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                          size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve)
{
    uint8_t first[MC_MAX_FIELD_BYTES], second[MC_MAX_FIELD_BYTES];
    const size_t bytes = curve ? mc_curve_field_bytes(curve) : 0;
    mc_status status = mc_ecdh(first, private_key, peer_key, private_key_bytes, peer_key_bytes, curve);
    mc_status again = mc_ecdh(second, private_key, peer_key, private_key_bytes, peer_key_bytes, curve);
    if (status == MC_OK)
        status = again;
    status = release_verified(secret, first, second, bytes, sizeof second, status);
    mc_burn(MC_BURN_CURVE_BYTES(bytes));
    return status;
}
