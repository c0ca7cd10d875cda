/* Signing with one nonce after the other until one gives a signature: shared by both forms of nonces. */
#ifndef MC_SCHNORR_SIGN_H
#define MC_SCHNORR_SIGN_H

#include "protocol/protocol.h"

#include "encoding/encoding.h"

/* One in 2^162 nonces gives no signature on a curve of that order; on the tiny curves of the tests, now and then. */
#define SCHNORR_NONCES_MAX 64

/* k = the nonce that comes after `skipped` others for the private key d, from a source of its own type. */
typedef mc_status schnorr_nonce(mc_word *k, const mc_word *d, uint8_t skipped, const void *source,
                                const MC_FLASH EC(curve) *curve);

/* Inlined, so that each kind of nonce is called directly. */
MC_INLINE mc_status schnorr_sign_by(uint8_t *signature, const uint8_t *private_key, size_t private_key_bytes,
                                    const mc_schnorr_message *message, schnorr_nonce *nonce, const void *source,
                                    const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS];
    uint8_t skipped = 0;
    if (!message->hash || message->form > MC_SCHNORR_OPTIMISED)
        return MC_ERROR_UNSUPPORTED;
    mc_status status = EC(scalar_decode)(d, private_key, private_key_bytes, curve);
    while (status == MC_OK) {
        status = nonce(k, d, skipped, source, curve);
        if (status != MC_OK)
            break;
        status = EC(schnorr_sign_nonce)(signature, d, k, message, curve);
        if (status != MC_ERROR_SIGNATURE)
            break;
        status = ++skipped < SCHNORR_NONCES_MAX ? MC_OK : MC_ERROR_RANDOM;
    }
    mc_wipe(d, sizeof d);
    mc_wipe(k, sizeof k);
    EC_WIPE_SPILLED();
    return status;
}

#endif
