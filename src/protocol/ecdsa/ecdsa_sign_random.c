/* ECDSA with a random nonce. */
#include "protocol/ecdsa/ecdsa_sign_within.h"

#if !ECDSA_SIGNS_WITHIN

typedef struct {
    mc_random random;
    void *context;
} random_source;

MC_INLINE mc_status random_nonce(ecdsa_signing *own, uint8_t skipped, const void *source,
                                 const MC_FLASH EC(curve) *curve)
{
    const random_source *from = source;
    (void)skipped;
    return EC(draw_scalar)(own->k, from->random, from->context, curve);
}

#endif

mc_status EC(ecdsa_sign_digest_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                       const MC_FLASH EC(curve) *curve)
{
#if ECDSA_SIGNS_WITHIN
    return sign_within(signature, private_key, digest, private_key_bytes, digest_bytes, random, context, curve);
#else
    const random_source source = {random, context};
    return ecdsa_sign(signature, private_key, digest, private_key_bytes, digest_bytes, random_nonce, &source, curve);
#endif
}
