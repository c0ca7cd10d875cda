/* EC-Schnorr with a random nonce. */
#include "protocol/schnorr/schnorr_sign.h"

typedef struct {
    mc_random random;
    void *context;
} schnorr_source;

MC_INLINE mc_status schnorr_random_nonce(mc_word *k, const mc_word *d, uint8_t skipped, const void *source,
                                         const MC_FLASH EC(curve) *curve)
{
    const schnorr_source *from = source;
    (void)d;
    (void)skipped;
    return EC(draw_scalar)(k, from->random, from->context, curve);
}

mc_status EC(schnorr_sign_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                  size_t private_key_bytes, size_t message_bytes, mc_schnorr_form form,
                                  const mc_hash *hash, mc_random random, void *context, const MC_FLASH EC(curve) *curve)
{
    const schnorr_source source = {random, context};
    const mc_schnorr_message signed_message = {message, message_bytes, form, hash};
    return schnorr_sign_by(signature, private_key, private_key_bytes, &signed_message, schnorr_random_nonce, &source,
                           curve);
}
