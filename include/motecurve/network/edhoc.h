/* EDHOC (RFC 9528): two nodes that know each other's credentials agree on a key in three messages, with forward
 * secrecy. The initiator writes messages 1 and 3, the responder 2 and, where the application wants an answer to the
 * third, 4.
 *
 *     mc_edhoc session;
 *     mc_edhoc_begin(&session, MC_EDHOC_INITIATOR, &profile);
 *     mc_edhoc_write_1(message, &bytes, sizeof message, &session, random, context);   // send it
 *     mc_edhoc_read_2(&session, message, bytes);                                      // received
 *     mc_edhoc_write_3(message, &bytes, sizeof message, &session);                    // send it
 *     mc_edhoc_export(key, 16, &session, label, NULL, 0);
 *
 * Methods: either side authenticates by a signature or by a static Diffie-Hellman key, which makes messages shorter.
 * Suites of RFC 9528, 10.2, all with SHA-256 and AES-CCM with a key of 16 and a nonce of 13 bytes:
 *
 *   suite   agreement   signatures   tag, and MAC of static keys
 *   0, 1    X25519      Ed25519       8, 16 bytes
 *   2, 3    P-256       ES256         8, 16 bytes
 *
 * Credentials go by reference: an ID_CRED_x, such as {4: h'2b'} for a key identifier, names a CRED_x, which both sides
 * have. The application finds it (mc_edhoc_find); whether the peer is one to talk to is its decision. External
 * authorization data are not written; of those received, non-critical items are authenticated and passed over, critical
 * ones refused.
 *
 * A session is made of the caller's memory; its members are the library's. Every error but MC_ERROR_OVERLAP and
 * MC_ERROR_LENGTH of a buffer that is too small ends it: it is wiped, and all further calls give MC_ERROR_ABANDONED, as
 * do calls out of order; the application sends an error message (mc_edhoc_write_error) where that is not the answer to
 * one. Messages that are read are decrypted in their own place, and wiped. Constant time in keys, but for lengths and
 * for the result of a check. Errors of messages: MC_ERROR_ENCODING for bytes that are no such message,
 * MC_ERROR_NOT_MINIMAL for CBOR that is longer than it need be, MC_ERROR_TRAILING for bytes after the end,
 * MC_ERROR_UNSUPPORTED for another method or suite and for critical external data, MC_ERROR_CERTIFICATE for a
 * credential that the application does not find, MC_ERROR_MESSAGE_LENGTH, MC_ERROR_MAC, MC_ERROR_SIGNATURE, and those
 * of mc_ecdh for the peer's keys. */
#ifndef MOTECURVE_NETWORK_EDHOC_H
#define MOTECURVE_NETWORK_EDHOC_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/random.h"
#include "motecurve/status.h"

#define MC_EDHOC_HASH_BYTES           32
#define MC_EDHOC_KEY_BYTES            32 /* of a private key, and of a coordinate */
#define MC_EDHOC_MAX_IDENTIFIER_BYTES 8
#define MC_EDHOC_MAX_SUITES           4
/* The longest PLAINTEXT_2: its key stream is made whole. One with a signature and a hash of a certificate takes 90. */
#define MC_EDHOC_MAX_PLAINTEXT_2_BYTES 160

typedef enum { MC_EDHOC_INITIATOR = 0, MC_EDHOC_RESPONDER = 1 } mc_edhoc_role;

/* How the initiator authenticates, and then the responder. */
typedef enum {
    MC_EDHOC_SIGNATURE_SIGNATURE = 0,
    MC_EDHOC_SIGNATURE_STATIC,
    MC_EDHOC_STATIC_SIGNATURE,
    MC_EDHOC_STATIC_STATIC
} mc_edhoc_method;

/* A credential: ID_CRED_x and CRED_x in CBOR, as both sides have them, and its public key in the form of
 * motecurve/key.h, of the suite's curve for its use. Nothing is copied: it stays until the session ends. */
typedef struct {
    const uint8_t *id_cred, *cred, *public_key;
    size_t id_cred_bytes, cred_bytes, public_key_bytes;
} mc_edhoc_credential;

/* The peer's credential with this ID_CRED_x, always a map in CBOR; null if there is none. context is the profile's. */
typedef const mc_edhoc_credential *(*mc_edhoc_find)(void *context, const uint8_t *id_cred, size_t id_cred_bytes);

/* What a node is and wants. Nothing is copied: it stays until the session ends. */
typedef struct {
    mc_edhoc_method method; /* of an initiator; a responder takes the methods that `methods` has a bit for */
    uint8_t methods;
    /* Supported suites, the best first. An initiator proposes that with the index `selected`. */
    const uint8_t *suites;
    uint8_t suites_count, selected;
    /* C_I or C_R, up to MC_EDHOC_MAX_IDENTIFIER_BYTES bytes, by which the peer will call this node. */
    const uint8_t *identifier;
    uint8_t identifier_bytes;
    const mc_edhoc_credential *own;
    const uint8_t *private_key; /* of the own credential, MC_EDHOC_KEY_BYTES */
    mc_edhoc_find find;
    void *context;
} mc_edhoc_profile;

typedef struct {
    const mc_edhoc_profile *profile;
    const mc_edhoc_credential *peer; /* once it is authenticated */
    uint8_t role, method, suite, state;
    uint8_t peer_identifier_bytes, peer_identifier[MC_EDHOC_MAX_IDENTIFIER_BYTES];
    uint8_t ephemeral[MC_EDHOC_KEY_BYTES];   /* private */
    uint8_t own_x[MC_EDHOC_KEY_BYTES];       /* G_X or G_Y */
    uint8_t peer_x[MC_EDHOC_KEY_BYTES];      /* the other */
    uint8_t transcript[MC_EDHOC_HASH_BYTES]; /* H(message_1), then TH_2, TH_3, TH_4 */
    uint8_t prk[MC_EDHOC_HASH_BYTES];        /* PRK_3e2m, then PRK_4e3m */
    uint8_t out[MC_EDHOC_HASH_BYTES];        /* PRK_out */
} mc_edhoc;

/* Begins a session. MC_ERROR_UNSUPPORTED for a profile with a suite, method or identifier that there is not, or without
 * a credential. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_begin(mc_edhoc *session, mc_edhoc_role role, const mc_edhoc_profile *profile);

/* Write messages: *bytes of at most `size`; MC_ERROR_LENGTH, and nothing is lost, where it takes more. The ephemeral
 * key comes from `random`; of errors there are those of mc_key_generate. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_write_1(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session,
                                                mc_random random, void *context);
MC_API MC_MUST_CHECK mc_status mc_edhoc_write_2(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session,
                                                mc_random random, void *context);
MC_API MC_MUST_CHECK mc_status mc_edhoc_write_3(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session);
MC_API MC_MUST_CHECK mc_status mc_edhoc_write_4(uint8_t *message, size_t *bytes, size_t size, mc_edhoc *session);

/* Read messages, which are changed. After MC_OK of the third the responder knows who speaks, after that of the second
 * the initiator; after the fourth the initiator knows that the responder has the key. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_read_1(mc_edhoc *session, const uint8_t *message, size_t bytes);
MC_API MC_MUST_CHECK mc_status mc_edhoc_read_2(mc_edhoc *session, uint8_t *message, size_t bytes);
MC_API MC_MUST_CHECK mc_status mc_edhoc_read_3(mc_edhoc *session, uint8_t *message, size_t bytes);
MC_API MC_MUST_CHECK mc_status mc_edhoc_read_4(mc_edhoc *session, uint8_t *message, size_t bytes);

/* EDHOC_Exporter (4.2.1): a key of up to 255 * 32 bytes for a label of the application and a context; after message 3.
 * MC_ERROR_LENGTH for more. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_export(uint8_t *key, size_t key_bytes, mc_edhoc *session, uint16_t label,
                                               const uint8_t *context, size_t context_bytes);

/* EDHOC_KeyUpdate (appendix H): keys exported from now on are others, and the old ones cannot be found again. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_update(mc_edhoc *session, const uint8_t *context, size_t context_bytes);

/* Ends a session and wipes it. */
MC_API void mc_edhoc_end(mc_edhoc *session);

/* An error message (6): for MC_ERROR_UNSUPPORTED of a responder's message 1 the own suites, for MC_ERROR_CERTIFICATE an
 * unknown credential, else an unspecified error, whose text is a few letters that tell nobody more. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_write_error(uint8_t *message, size_t *bytes, size_t size, mc_status error,
                                                    const mc_edhoc_profile *profile);

/* *code of an error message: 1 unspecified, 2 another suite, 3 an unknown credential, or a later one; with 2, the index
 * in the profile's suites of the best that the responder has, in *selected, or MC_ERROR_UNSUPPORTED if there is none.
 * Error messages are not authenticated. MC_ERROR_ENCODING for bytes that are none. */
MC_API MC_MUST_CHECK mc_status mc_edhoc_read_error(int32_t *code, uint8_t *selected, const uint8_t *message,
                                                   size_t bytes, const mc_edhoc_profile *profile);

#endif
