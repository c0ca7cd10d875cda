/* Cipher suites and keys on their curves. */
#ifndef MC_NETWORK_EDHOC_SUITE_H
#define MC_NETWORK_EDHOC_SUITE_H

#include "motecurve/curve.h"
#include "network/edhoc/terms.h"

/* Whether the build has the suite; bytes of its tag; its curves, null where the build has none. */
uint8_t mc_edhoc_has_suite(uint8_t suite);
uint8_t mc_edhoc_tag_bytes(uint8_t suite);
const mc_curve *mc_edhoc_agreement_curve(uint8_t suite);
const mc_curve *mc_edhoc_signature_curve(uint8_t suite);
/* A key pair of which x is sent. */
mc_status mc_edhoc_ephemeral(mc_edhoc *session, mc_random random, void *context);
/* The secret of an own private key and the other's x, or its whole public key. */
mc_status mc_edhoc_agree_x(uint8_t secret[KEY_BYTES], const uint8_t *private_key, const uint8_t x[KEY_BYTES],
                           uint8_t suite);
mc_status mc_edhoc_agree(uint8_t secret[KEY_BYTES], const uint8_t *private_key, const mc_edhoc_credential *peer,
                         uint8_t suite);

#endif
