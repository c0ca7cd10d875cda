/* Nonces of RFC 6979, over one field. */
#ifndef MC_PROTOCOL_NONCE_PROTOTYPES_H
#define MC_PROTOCOL_NONCE_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/hash.h"

/* protocol/nonce/nonce_rfc6979.c, nonce_rfc6979_with_hash.c, nonce_hedged.c: the nonce for the private key d and the
 * digest e, both below n, by HMAC-SHA-256 or HMAC with any hash; `skipped` nonces before it gave no signature. On
 * MC_NONCE_HEDGE_BYTES bytes the last depends, too. MC_ERROR_RANDOM if there is none in many tries, which no input is
 * known to cause. */
mc_status EC(nonce_rfc6979)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                            const MC_FLASH EC(curve) *curve);
mc_status EC(nonce_rfc6979_with_hash)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                                      const mc_hash *hash, const MC_FLASH EC(curve) *curve);
#define MC_NONCE_HEDGE_BYTES 32
mc_status EC(nonce_hedged)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped, const uint8_t *hedge,
                           const MC_FLASH EC(curve) *curve);

#endif
