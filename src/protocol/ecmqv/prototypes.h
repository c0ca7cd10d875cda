/* ECMQV, over one field. */
#ifndef MC_PROTOCOL_ECMQV_PROTOTYPES_H
#define MC_PROTOCOL_ECMQV_PROTOTYPES_H

#include "curve/curve.h"

/* protocol/ecmqv/ecmqv.c */
mc_status EC(ecmqv)(uint8_t *secret, const uint8_t *static_private_key, const uint8_t *ephemeral_private_key,
                    const uint8_t *ephemeral_key, const uint8_t *peer_static_key, const uint8_t *peer_ephemeral_key,
                    size_t private_key_bytes, size_t public_key_bytes, const MC_FLASH EC(curve) *curve);

#endif
