/* HPKE: messages encrypted for the owner of a public key, any number with one key agreement (RFC 9180).
 *
 *     sender: mc_hpke_sender_begin(&sender, enc, peer_key, ...), then for each message
 *             mc_hpke_seal(ciphertext, &sender, message, data, ...)
 *     receiver: mc_hpke_receiver_begin(&receiver, private_key, enc, ...), then for each message
 *             mc_hpke_open(message, &receiver, ciphertext, data, ...)
 *
 * The curve is the KEM: DHKEM on secp256r1 and Curve25519 with HKDF-SHA256; on secp384r1 with HKDF-SHA384, on secp521r1
 * and Curve448 with HKDF-SHA512, in builds that have these. Keys are those of motecurve/key.h; `enc`, the sender's
 * ephemeral key, is a public key.
 *
 * A receiver opens the messages in the order of sealing, each once: their numbers are part of the nonces, so a message
 * that was lost, changed or repeated gives MC_ERROR_MAC, and leaves the receiver where it was.
 *
 * Setting up gives MC_ERROR_UNSUPPORTED for a null curve, other curves, null options and options that are none. */
#ifndef MOTECURVE_HPKE_H
#define MOTECURVE_HPKE_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

#define MC_HPKE_TAG_BYTES     16
#define MC_HPKE_NONCE_BYTES   12
#define MC_HPKE_MAX_KEY_BYTES 32
#define MC_HPKE_MIN_PSK_BYTES 32

/* An AEAD; an image holds the ones that it names. */
typedef struct mc_hpke_aead mc_hpke_aead;
MC_API_DATA const mc_hpke_aead mc_hpke_aes128_gcm, mc_hpke_aes256_gcm, mc_hpke_chacha20_poly1305;

/* Who can be the sender: anybody; who has the PSK; who has the private key; who has both. */
typedef enum { MC_HPKE_BASE = 0, MC_HPKE_PSK = 1, MC_HPKE_AUTH = 2, MC_HPKE_AUTH_PSK = 3 } mc_hpke_mode;

typedef struct {
    const mc_hash *hash;      /* of the key schedule: SHA-256, SHA-384 or SHA-512 */
    const mc_hpke_aead *aead; /* null: keys are exported alone, and messages are unsupported */
    mc_hpke_mode mode;
    const uint8_t *psk, *psk_id; /* in the modes with PSK, from MC_HPKE_MIN_PSK_BYTES on and from 1 on; else null */
    size_t psk_bytes, psk_id_bytes;
} mc_hpke_options;

/* Values by place, for C++17 has no others. */
#define MC_HPKE_DEFAULTS {&mc_sha256, &mc_hpke_chacha20_poly1305, MC_HPKE_BASE, NULL, NULL, 0, 0}

/* Keys of one setup. */
typedef struct {
    const mc_hash *hash;
    const mc_hpke_aead *aead;
    uint64_t sequence; /* number of the next message */
    uint16_t kem;
    uint8_t key[MC_HPKE_MAX_KEY_BYTES], base_nonce[MC_HPKE_NONCE_BYTES], exporter_secret[MC_HASH_MAX_DIGEST_BYTES];
} mc_hpke_context;

/* Types of their own, so that a sender cannot open and a receiver cannot seal. */
typedef struct {
    mc_hpke_context context;
} mc_hpke_sender;
typedef struct {
    mc_hpke_context context;
} mc_hpke_receiver;

/* The key pair of keying material with the entropy of a private key, and so of as many bytes at least (RFC
 * 9180, 7.1.3). Errors: MC_ERROR_LENGTH for less; MC_ERROR_UNSUPPORTED as above. */
/*---
out: private_key[scalar] secret, public_key[public_key]
in: material secret
errors: LENGTH, SCALAR_ZERO
---*/
MC_API MC_MUST_CHECK mc_status mc_hpke_derive_key_pair(uint8_t *private_key, uint8_t *public_key,
                                                       const uint8_t *material, size_t material_bytes,
                                                       const mc_curve *curve);

/* A sender to the owner of peer_key, and `enc`, which the receiver needs. own_key is the sender's private key in the
 * modes with authentication, and else empty. `info` is what both know. Constant time in the private keys, but for the
 * number of candidates for the ephemeral one. Errors: those of mc_ecdh and mc_key_generate; MC_ERROR_LENGTH also for a
 * key or a PSK that the mode does not have. */
/*---
out: sender secret, enc[public_key]
in: peer_key[public_key], own_key secret, info, options
apart: sender and options, enc and options
errors: as mc_key_generate, as mc_ecdh
---*/
MC_API MC_MUST_CHECK mc_status mc_hpke_sender_begin(mc_hpke_sender *sender, uint8_t *enc, const uint8_t *peer_key,
                                                    const uint8_t *own_key, const uint8_t *info, size_t peer_key_bytes,
                                                    size_t own_key_bytes, size_t info_bytes,
                                                    const mc_hpke_options *options, mc_random random, void *context,
                                                    const mc_curve *curve);

/* A receiver of what that sender seals. peer_key is the sender's public key in the modes with authentication, and else
 * empty. Errors: those of mc_ecdh; MC_ERROR_LENGTH also for a key or a PSK that the mode does not have. Another key,
 * info or PSK than the sender's shows when a message is opened. */
/*---
out: receiver secret
in: private_key[scalar] secret, enc[public_key], peer_key, info, options
apart: receiver and options
errors: as mc_ecdh
---*/
MC_API MC_MUST_CHECK mc_status mc_hpke_receiver_begin(mc_hpke_receiver *receiver, const uint8_t *private_key,
                                                      const uint8_t *enc, const uint8_t *peer_key, const uint8_t *info,
                                                      size_t private_key_bytes, size_t enc_bytes, size_t peer_key_bytes,
                                                      size_t info_bytes, const mc_hpke_options *options,
                                                      const mc_curve *curve);

/* ciphertext = the encrypted message and its tag, message_bytes + 16. Errors, on which no number is used:
 * MC_ERROR_MESSAGE_LENGTH for a message that the AEAD does not take, and after 2^64 - 1 messages: no nonce comes twice;
 * MC_ERROR_UNSUPPORTED without an AEAD, as in a context of zeros. */
/*---
out: ciphertext[message_bytes + MC_HPKE_TAG_BYTES]
inout: sender secret
in: message secret, data
errors: UNSUPPORTED, MESSAGE_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_hpke_seal(uint8_t *ciphertext, mc_hpke_sender *sender, const uint8_t *message,
                                            const uint8_t *data, size_t message_bytes, size_t data_bytes);

/* message = the message of the ciphertext, ciphertext_bytes - 16. Also MC_ERROR_LENGTH for a ciphertext shorter than
 * its tag, and MC_ERROR_MAC, on which the receiver still waits for the message of this number. */
/*---
out: message[ciphertext_bytes - MC_HPKE_TAG_BYTES] secret
inout: receiver secret
in: ciphertext, data
errors: UNSUPPORTED, MESSAGE_LENGTH, LENGTH, MAC
---*/
MC_API MC_MUST_CHECK mc_status mc_hpke_open(uint8_t *message, mc_hpke_receiver *receiver, const uint8_t *ciphertext,
                                            const uint8_t *data, size_t ciphertext_bytes, size_t data_bytes);

/* A secret that both sides derive for their own use, by what it is for: from &sender.context or &receiver.context.
 * MC_ERROR_LENGTH for more than 255 digests; MC_ERROR_UNSUPPORTED for a context of zeros. */
/*---
out: out secret
in: context secret, purpose
apart: out and context, out and purpose
errors: UNSUPPORTED, LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_hpke_export(uint8_t *out, size_t out_bytes, const mc_hpke_context *context,
                                              const uint8_t *purpose, size_t purpose_bytes);

/* Wipes the keys of a sender or a receiver that is not needed any more. */
/*---
out: context
---*/
MC_API void mc_hpke_end(mc_hpke_context *context);

#endif
