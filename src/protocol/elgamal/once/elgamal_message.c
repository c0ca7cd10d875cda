/* EC-ElGamal of messages in points: the same for every curve, on hosts and in mote images. */
#include "motecurve/elgamal.h"
#include "word/word.h"

mc_status mc_elgamal_encrypt(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *message,
                             size_t public_key_bytes, size_t message_bytes, mc_random random, void *context,
                             const mc_curve *curve)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    mc_status status = mc_elgamal_embed(point, message, message_bytes, curve);
    if (status == MC_OK)
        status = mc_elgamal_encrypt_point(ciphertext, public_key, point, public_key_bytes,
                                          mc_curve_public_key_bytes(curve), random, context, curve);
    else if (curve)
        mc_wipe(ciphertext, 2 * mc_curve_public_key_bytes(curve));
    mc_wipe(point, sizeof point);
    return status;
}

mc_status mc_elgamal_decrypt(uint8_t *message, size_t *message_bytes, const uint8_t *private_key,
                             const uint8_t *ciphertext, size_t private_key_bytes, size_t ciphertext_bytes,
                             const mc_curve *curve)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    size_t capacity;
    mc_status status = mc_elgamal_capacity(&capacity, curve);
    if (mc_octets_overlap(message, capacity, message_bytes, sizeof *message_bytes))
        return MC_ERROR_OVERLAP;
    if (status == MC_OK)
        status = mc_elgamal_decrypt_point(point, private_key, ciphertext, private_key_bytes, ciphertext_bytes, curve);
    if (status == MC_OK)
        status = mc_elgamal_extract(message, message_bytes, point, mc_curve_public_key_bytes(curve), curve);
    if (status != MC_OK) {
        mc_wipe(message, capacity);
        *message_bytes = 0;
    }
    mc_wipe(point, sizeof point);
    return status;
}
