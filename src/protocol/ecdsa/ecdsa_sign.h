/* Signing with one nonce after the other until one gives a signature: shared by the forms of ECDSA, which differ in
 * where nonces come from. */
#ifndef MC_ECDSA_SIGN_H
#define MC_ECDSA_SIGN_H

#include "protocol/protocol.h"

#include "encoding/encoding.h"

/* Nonces that give no signature come once in 2^162 times on a curve of that order; on the tiny curves of the tests, now
 * and then. */
#define ECDSA_NONCES_MAX 64

typedef struct {
    mc_word d[EC_SCALAR_WORDS], e[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS]; /* private key, digest, nonce */
} ecdsa_signing;

/* own->k = the nonce that comes after `skipped` others, from a source of the form's own type. */
typedef mc_status ecdsa_nonce(ecdsa_signing *own, uint8_t skipped, const void *source, const MC_FLASH EC(curve) *curve);

/* RFC 6979 by HMAC-SHA-256, of no source. */
MC_INLINE mc_status ecdsa_rfc6979_nonce(ecdsa_signing *own, uint8_t skipped, const void *source,
                                        const MC_FLASH EC(curve) *curve)
{
    (void)source;
    return EC(nonce_rfc6979)(own->k, own->d, own->e, skipped, curve);
}

/* Reads the private key and the digest. */
MC_INLINE mc_status ecdsa_begin(ecdsa_signing *own, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_decode)(own->d, private_key, private_key_bytes, curve);
    return status == MC_OK ? EC(digest_decode)(own->e, digest, digest_bytes, curve) : status;
}

/* The signature with a nonce: EC(ecdsa_sign_nonce), or that with more than r and s. */
typedef mc_status ecdsa_signer(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve);

/* Inlined, so that each form of signing calls its source of nonces directly. */
MC_INLINE mc_status ecdsa_sign_each(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                    size_t private_key_bytes, size_t digest_bytes, ecdsa_nonce *nonce,
                                    const void *source, ecdsa_signer *sign_nonce, const MC_FLASH EC(curve) *curve)
{
    ecdsa_signing own;
    uint8_t skipped = 0;
    mc_status status = ecdsa_begin(&own, private_key, digest, private_key_bytes, digest_bytes, curve);
    while (status == MC_OK) {
        status = nonce(&own, skipped, source, curve);
        if (status != MC_OK)
            break;
        status = sign_nonce(signature, own.d, own.e, own.k, curve);
        if (status != MC_ERROR_SIGNATURE)
            break;
        status = ++skipped < ECDSA_NONCES_MAX ? MC_OK : MC_ERROR_RANDOM;
    }
    mc_wipe(&own, sizeof own);
    EC_WIPE_SPILLED();
    return status;
}

/* Images for size have one form of signing. */
#if MC_PREFER_SIZE
#include "protocol/ecdsa/ecdsa_sign_step.h"
#define ECDSA_SIGNER sign_with_nonce
#else
#define ECDSA_SIGNER EC(ecdsa_sign_nonce)
#endif

MC_INLINE mc_status ecdsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                               size_t private_key_bytes, size_t digest_bytes, ecdsa_nonce *nonce, const void *source,
                               const MC_FLASH EC(curve) *curve)
{
    return ecdsa_sign_each(signature, private_key, digest, private_key_bytes, digest_bytes, nonce, source, ECDSA_SIGNER,
                           curve);
}

#endif
