#include "motecurve/spake2plus.h"
#include "native/burn.h"
#include "word/word.h"

#include <string.h>

static int is_confirmed(const mc_spake2plus_verifier *verifier, const uint8_t *confirmation, size_t bytes)
{
    return verifier->digest_bytes > 0 && bytes == verifier->digest_bytes &&
           mc_octets_equal(verifier->confirmation, confirmation, bytes);
}

mc_status mc_spake2plus_verifier_finish(uint8_t *shared_key, mc_spake2plus_verifier *verifier,
                                        const uint8_t *peer_confirmation, size_t peer_confirmation_bytes,
                                        const mc_hash *hash)
{
    const size_t bytes = mc_hash_digest_bytes(hash);
    if (!hash) {
        mc_wipe(verifier, sizeof *verifier);
        return MC_ERROR_UNSUPPORTED;
    }
    if (mc_octets_overlap(shared_key, bytes, verifier, sizeof *verifier))
        return MC_ERROR_OVERLAP;
    const mc_status status =
        bytes == verifier->digest_bytes && is_confirmed(verifier, peer_confirmation, peer_confirmation_bytes)
            ? MC_OK
            : MC_ERROR_MAC;
    if (status == MC_OK)
        memcpy(shared_key, verifier->shared_key, bytes);
    else
        mc_wipe(shared_key, bytes);
    mc_wipe(verifier, sizeof *verifier);
    mc_burn(MC_BURN_HASH_BYTES);
    return status;
}

void mc_spake2plus_prover_abandon(mc_spake2plus_prover *prover)
{
    mc_wipe(prover, sizeof *prover);
}

void mc_spake2plus_verifier_abandon(mc_spake2plus_verifier *verifier)
{
    mc_wipe(verifier, sizeof *verifier);
}
