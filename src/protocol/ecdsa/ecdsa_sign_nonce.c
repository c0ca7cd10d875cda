#include "protocol/ecdsa/ecdsa_sign_step.h"

mc_status EC(ecdsa_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve)
{
    return sign_with_nonce(signature, d, e, k, curve);
}
