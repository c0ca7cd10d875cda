/* Proofs of who a side is. */
#ifndef MC_NETWORK_EDHOC_PROVE_H
#define MC_NETWORK_EDHOC_PROVE_H

#include "network/edhoc/terms.h"

/* What a side puts into its message to prove who it is, and how the other checks it. */
typedef struct {
    const mc_edhoc_credential *credential;
    mc_edhoc_part id_cred;    /* as a map */
    mc_edhoc_part identifier; /* C_R in CBOR with the second message, else none */
    mc_edhoc_part ead;
    uint8_t mac_label;
    uint8_t is_static;
} mc_edhoc_proof;

uint8_t mc_edhoc_is_static(const mc_edhoc *session, mc_edhoc_role role);
/* Bytes of Signature_or_MAC. */
uint8_t mc_edhoc_proof_bytes(const mc_edhoc *session, uint8_t is_static);
mc_status mc_edhoc_prove(uint8_t *out, const mc_edhoc *session, const mc_edhoc_proof *proof);
mc_status mc_edhoc_check(const uint8_t *given, size_t bytes, const mc_edhoc *session, const mc_edhoc_proof *proof);

#endif
