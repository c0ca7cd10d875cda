#include "protocol/ecdsa/ecdsa_sign_nonce.h"

/* r = x(k G) mod n. */
MC_NOINLINE mc_status nonce_point(uint8_t *signature, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    if (status == MC_OK)
        put_x(signature, p.x, curve);
    mc_wipe(&p, sizeof p);
    return status;
}

mc_status EC(ecdsa_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve)
{
    memset(signature, 0, 2 * EC_SCALAR_BYTES(curve));
    mc_status status = nonce_point(signature, k, curve);
    return status == MC_OK ? solve_blinded(signature, d, e, k, curve) : status;
}
