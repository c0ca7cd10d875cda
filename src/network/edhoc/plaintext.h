/* Plaintexts of messages 2 and 3, and their parts. */
#ifndef MC_NETWORK_EDHOC_PLAINTEXT_H
#define MC_NETWORK_EDHOC_PLAINTEXT_H

#include "network/cbor.h"
#include "network/edhoc/terms.h"

/* PLAINTEXT_2 and _3, without C_R, as they are read. The map of ID_CRED_x lies in the plaintext, or in
 * `map` where the plaintext has but a key identifier. */
typedef struct {
    mc_edhoc_part id_cred, proof, ead;
    uint8_t map[3 + KID_BYTES_MAX];
} mc_edhoc_plaintext;

/* An identifier as an integer where its one byte is one in CBOR, else as a string (3.3.2). */
void mc_edhoc_put_identifier(mc_cbor_writer *writer, const uint8_t *identifier, size_t bytes);
size_t mc_edhoc_get_identifier(mc_cbor_reader *reader, const uint8_t **identifier);
void mc_edhoc_put_id_cred(mc_cbor_writer *writer, const mc_edhoc_credential *credential);
/* Reads items up to the end of the plaintext. */
void mc_edhoc_get_plaintext(mc_edhoc_plaintext *plaintext, mc_cbor_reader *reader);
/* Passes over external authorization data; MC_ERROR_UNSUPPORTED for a critical item. */
void mc_edhoc_skip_ead(mc_cbor_reader *reader);

#endif
