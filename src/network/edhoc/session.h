/* Inside EDHOC: numbers of sections are those of RFC 9528. */
#ifndef MC_NETWORK_EDHOC_SESSION_H
#define MC_NETWORK_EDHOC_SESSION_H

#include "motecurve/curve.h"
#include "motecurve/network/edhoc.h"
#include "network/cbor.h"

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

/* suite.c: whether the build has the suite; bytes of its tag; its curves, null where the build has none. */
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

/* key.c: EDHOC_Extract; EDHOC_KDF, whose context is of so many parts. The output lies apart from all inputs. */
void mc_edhoc_extract(uint8_t prk[HASH_BYTES], const uint8_t salt[HASH_BYTES], const uint8_t secret[KEY_BYTES]);
void mc_edhoc_kdf(uint8_t *out, size_t out_bytes, const uint8_t prk[HASH_BYTES], uint16_t label,
                  const mc_edhoc_part *parts, uint8_t count);
/* The same with a transcript hash as the context. */
void mc_edhoc_kdf_transcript(uint8_t *out, size_t out_bytes, const uint8_t prk[HASH_BYTES], uint16_t label,
                             const uint8_t transcript[HASH_BYTES]);
/* transcript = H(transcript, plaintext, credential): TH_3 and TH_4. */
void mc_edhoc_add_to_transcript(uint8_t transcript[HASH_BYTES], const uint8_t *plaintext, size_t bytes,
                                const mc_edhoc_credential *credential);

/* prove.c: what a side puts into its message to prove who it is, and how the other checks it. */
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

/* plaintext.c: PLAINTEXT_2 and _3, without C_R, as they are read. The map of ID_CRED_x lies in the plaintext, or in
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

/* session.c: encryption of messages 3 and 4, in place, with keys that this PRK and transcript give; the ciphertext is
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
