/* Keys and agreement on Montgomery curves, over one field. */
#ifndef MC_PROTOCOL_XDH_PROTOTYPES_H
#define MC_PROTOCOL_XDH_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/random.h"

/* protocol/xdh/x_function.c: keys and ECDH for Montgomery curves, in fields that have them: X25519, X448. */
mc_status EC(x_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                             const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                           const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_public_key_validate)(const uint8_t *public_key, size_t public_key_bytes,
                                    const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                     size_t peer_key_bytes, const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                              size_t private_key_bytes, size_t peer_key_bytes,
                              const MC_FLASH EC(montgomery_curve) *curve);

#endif
