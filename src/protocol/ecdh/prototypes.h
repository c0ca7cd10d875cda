/* Key agreement, over one field. */
#ifndef MC_PROTOCOL_ECDH_PROTOTYPES_H
#define MC_PROTOCOL_ECDH_PROTOTYPES_H

#include "curve/curve.h"

/* protocol/ecdh/ecdh.c */
mc_status EC(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH EC(curve) *curve);

#endif
