/* The order of a session, and parts that several messages share. */
#ifndef MC_NETWORK_EDHOC_SESSION_H
#define MC_NETWORK_EDHOC_SESSION_H

#include "network/edhoc/terms.h"

/* Encryption of messages 3 and 4, in place, with keys that this PRK and transcript give; the ciphertext is
 * longer by the tag. K_i has this label, IV_i the next. */
mc_status mc_edhoc_seal(uint8_t *message, size_t bytes, const uint8_t prk[HASH_BYTES],
                        const uint8_t transcript[HASH_BYTES], uint8_t key_label, uint8_t tag_bytes);
mc_status mc_edhoc_open(uint8_t *message, size_t bytes, const uint8_t prk[HASH_BYTES],
                        const uint8_t transcript[HASH_BYTES], uint8_t key_label, uint8_t tag_bytes);
/* The string that a message is, at its end. MC_ERROR_ENCODING, _TRAILING, ... */
mc_status mc_edhoc_only_string(uint8_t **octets, size_t *bytes, uint8_t *message, size_t message_bytes);
/* MC_OK if the session is where it has to be, else MC_ERROR_ABANDONED, and the session is ended. */
mc_status mc_edhoc_expect(mc_edhoc *session, mc_edhoc_state state);
/* Goes on to the next state, or ends the session if the status is an error; returns the status. */
mc_status mc_edhoc_go_on(mc_edhoc *session, mc_edhoc_state next, mc_status status);

/* PRK_3e2m from PRK_2e, PRK_4e3m from PRK_3e2m: mixed with the secret of a static key where its side has one. */
mc_status mc_edhoc_mix_static(mc_edhoc *session, const uint8_t prk[HASH_BYTES], mc_edhoc_role owner,
                              const mc_edhoc_credential *peer);

#endif
