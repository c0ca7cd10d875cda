/* Sizes, states and labels of EDHOC: numbers of sections are those of RFC 9528. */
#ifndef MC_NETWORK_EDHOC_TERMS_H
#define MC_NETWORK_EDHOC_TERMS_H

#include "motecurve/network/edhoc.h"

#define HASH_BYTES    MC_EDHOC_HASH_BYTES
#define KEY_BYTES     MC_EDHOC_KEY_BYTES
#define AEAD_BYTES    16 /* of a key of AES-CCM */
#define NONCE_BYTES   13
#define SIG_BYTES     64
#define KID_BYTES_MAX 16
#define TAG_BYTES_MAX 16
/* Messages of this many bytes and more are refused: their lengths fit into a head of three bytes. */
#define MESSAGE_BYTES_END 0x10000

/* What a side waits for, or does next. */
typedef enum {
    MC_EDHOC_ENDED = 0,
    MC_EDHOC_TO_WRITE_1,
    MC_EDHOC_TO_READ_1,
    MC_EDHOC_TO_WRITE_2,
    MC_EDHOC_TO_READ_2,
    MC_EDHOC_TO_WRITE_3,
    MC_EDHOC_TO_READ_3,
    MC_EDHOC_TO_WRITE_4,
    MC_EDHOC_TO_READ_4,
    MC_EDHOC_DONE
} mc_edhoc_state;

/* Labels of EDHOC_KDF (4.1.2). */
enum {
    MC_EDHOC_KEYSTREAM_2 = 0,
    MC_EDHOC_SALT_3E2M,
    MC_EDHOC_MAC_2,
    MC_EDHOC_K_3,
    MC_EDHOC_IV_3,
    MC_EDHOC_SALT_4E3M,
    MC_EDHOC_MAC_3,
    MC_EDHOC_PRK_OUT,
    MC_EDHOC_K_4,
    MC_EDHOC_IV_4,
    MC_EDHOC_PRK_EXPORTER,
    MC_EDHOC_NEW_PRK_OUT
};

/* A part of something that is hashed, and lies in several places. */
typedef struct {
    const uint8_t *octets;
    size_t bytes;
} mc_edhoc_part;

#endif
