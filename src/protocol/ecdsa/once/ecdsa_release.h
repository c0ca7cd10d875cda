/* Verification before release: a signature that is not valid does not leave the library. */
#ifndef MC_ECDSA_RELEASE_H
#define MC_ECDSA_RELEASE_H

#include "motecurve/ecdsa.h"
#include "protocol/release.h"

/* Copies the signature `own`, made with `status`, to `signature` if it is valid, else zeros; wipes it. What is wrong
 * with r or s comes from a fault, too. signature may overlap the inputs. What is verified is a copy
 * (protocol/release.h). */
MC_INLINE mc_status ecdsa_release(uint8_t *signature, uint8_t *own, mc_status status, const uint8_t *public_key,
                                  const uint8_t *digest, size_t public_key_bytes, size_t digest_bytes,
                                  const mc_curve *curve)
{
    const size_t bytes = curve ? mc_curve_signature_bytes(curve) : 0;
    uint8_t verified[MC_MAX_SIGNATURE_BYTES];
    if (status == MC_OK) {
        memcpy(verified, own, bytes);
        status = mc_ecdsa_verify_digest(verified, public_key, digest, bytes, public_key_bytes, digest_bytes, curve);
        if (status == MC_ERROR_SIGNATURE || status == MC_ERROR_SCALAR_ZERO || status == MC_ERROR_SCALAR_RANGE)
            status = MC_ERROR_FAULT;
    }
    return release_verified(signature, own, verified, bytes, sizeof verified, status);
}

#endif
