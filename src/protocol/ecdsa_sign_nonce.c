#include "protocol/ecdsa_sign_nonce.h"

mc_status EC(ecdsa_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve)
{
    return ecdsa_sign_by_nonce(signature, NULL, d, e, k, curve);
}
