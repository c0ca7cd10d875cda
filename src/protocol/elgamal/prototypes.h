/* EC-ElGamal, over one field. */
#ifndef MC_PROTOCOL_ELGAMAL_PROTOTYPES_H
#define MC_PROTOCOL_ELGAMAL_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/random.h"

/* protocol/elgamal/elgamal_embed.c, protocol/elgamal/elgamal_points.c. Not for Edwards curves. */
mc_status EC(elgamal_capacity)(size_t *octets, const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_embed)(uint8_t *point, const uint8_t *message, size_t message_bytes,
                            const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_extract)(uint8_t *message, size_t *message_bytes, const uint8_t *point, size_t point_bytes,
                              const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_encrypt_point)(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *point,
                                    size_t public_key_bytes, size_t point_bytes, mc_random random, void *context,
                                    const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_decrypt_point)(uint8_t *point, const uint8_t *private_key, const uint8_t *ciphertext,
                                    size_t private_key_bytes, size_t ciphertext_bytes, const MC_FLASH EC(curve) *curve);

#endif
