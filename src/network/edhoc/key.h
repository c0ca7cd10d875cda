/* Derivation of keys, and transcripts. */
#ifndef MC_NETWORK_EDHOC_KEY_H
#define MC_NETWORK_EDHOC_KEY_H

#include "network/edhoc/terms.h"

/* EDHOC_Extract; EDHOC_KDF, whose context is of so many parts. The output lies apart from all inputs. */
void mc_edhoc_extract(uint8_t prk[HASH_BYTES], const uint8_t salt[HASH_BYTES], const uint8_t secret[KEY_BYTES]);
void mc_edhoc_kdf(uint8_t *out, size_t out_bytes, const uint8_t prk[HASH_BYTES], uint16_t label,
                  const mc_edhoc_part *parts, uint8_t count);
/* The same with a transcript hash as the context. */
void mc_edhoc_kdf_transcript(uint8_t *out, size_t out_bytes, const uint8_t prk[HASH_BYTES], uint16_t label,
                             const uint8_t transcript[HASH_BYTES]);
/* transcript = H(transcript, plaintext, credential): TH_3 and TH_4. */
void mc_edhoc_add_to_transcript(uint8_t transcript[HASH_BYTES], const uint8_t *plaintext, size_t bytes,
                                const mc_edhoc_credential *credential);

#endif
