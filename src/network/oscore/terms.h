/* Parts of OSCORE that several files share: numbers of sections are those of RFC 8613. */
#ifndef MC_NETWORK_OSCORE_TERMS_H
#define MC_NETWORK_OSCORE_TERMS_H

#include "motecurve/network/oscore.h"

#define NUMBER_BYTES MC_OSCORE_NUMBER_BYTES
#define IV_BYTES     MC_OSCORE_IV_BYTES
#define AEAD_CCM     10 /* AES-CCM-16-64-128 of COSE */

/* Flags of a context. */
#define MC_OSCORE_HAS_NEWEST  1 /* a request came */
#define MC_OSCORE_LOST_WINDOW 2

/* Flags of the option's first octet (6.1); its lowest three bits are the length of the number. */
#define OPTION_HAS_KID        0x08
#define OPTION_HAS_ID_CONTEXT 0x10
#define OPTION_NUMBER         0x07
#define OPTION_RESERVED       0xe0
#define OPTION_BYTES_MAX      (1 + NUMBER_BYTES + 1 + MC_OSCORE_MAX_ID_CONTEXT_BYTES + MC_OSCORE_MAX_ID_BYTES)

/* A text to be encrypted or decrypted in its place, with its tag behind it: the nonce is of the identifier and number
 * (5.2), the additional data of the request (5.4). */
typedef struct {
    const uint8_t *key, *id, *number;
    uint8_t id_bytes;
    const mc_oscore_request *request;
} mc_oscore_seal;

mc_status mc_oscore_encrypt(uint8_t *text, size_t bytes, const mc_oscore_seal *seal, const uint8_t iv[IV_BYTES]);
mc_status mc_oscore_decrypt(uint8_t *text, size_t bytes, const mc_oscore_seal *seal, const uint8_t iv[IV_BYTES]);

/* Octets of the number as the option and the additional data have it: the shortest, and at least one. */
uint8_t mc_oscore_number_bytes(const uint8_t number[NUMBER_BYTES]);
/* The request of that sender with that number, open. */
void mc_oscore_open_request(mc_oscore_request *request, const uint8_t *kid, uint8_t kid_bytes,
                            const uint8_t number[NUMBER_BYTES]);

/* Whether a number is new to the context's window; takes a number as one that came. */
uint8_t mc_oscore_is_new(const mc_oscore *context, const uint8_t number[NUMBER_BYTES]);
void mc_oscore_came(mc_oscore *context, const uint8_t number[NUMBER_BYTES]);
/* Takes the context's next number, which is in `number` already, away from it, and writes the store where it is due. */
mc_status mc_oscore_use_number(mc_oscore *context);

/* Decrypts a request whose payload lies `skipped` octets into that of the message. */
mc_status mc_oscore_open(mc_coap_message *message, mc_oscore_request *request, mc_oscore *context, uint8_t *datagram,
                         size_t bytes, size_t skipped);

#endif
