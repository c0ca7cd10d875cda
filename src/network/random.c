/* Random octets of schemes. */
#include "motecurve/kdf.h"
#include "network/scheme.h"

int mc_network_random(void *exchange, uint8_t *out, size_t bytes)
{
    const mc_network_exchange *x = exchange;
    if (x->platform->random(x->platform->context, out, bytes))
        return 1;
    return mc_hkdf(out, bytes, &mc_sha256, x->fresh, sizeof x->fresh, out, bytes, NULL, 0) != MC_OK;
}
