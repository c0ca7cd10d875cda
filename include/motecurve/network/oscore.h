/* OSCORE (RFC 8613): CoAP messages between two nodes encrypted and authenticated end to end, with AES-CCM-16-64-128 and
 * HKDF-SHA-256, under keys of a master secret or of EDHOC (RFC 9528, A.1); and the request that brings EDHOC's last
 * message, too (RFC 9668). Code, options and payload of the message are protected: its plaintext, which
 * mc_coap_begin_inner begins (coap.h). Outside stand a code that says nothing, the token and OSCORE's option.
 *
 *     mc_oscore_from_edhoc(&context, &session);                                     // or mc_oscore_begin
 *     mc_coap_begin(&writer, datagram, sizeof datagram, &head);
 *     mc_oscore_protect_request(&bytes, &writer, &request, &context, plaintext, plaintext_bytes);
 *     // send it; the answer comes
 *     mc_oscore_unprotect_response(&answer, &request, &context, datagram, bytes);   // parts lie in the datagram
 *
 * The peer: mc_oscore_unprotect_request, mc_oscore_protect_response.
 *
 * Contexts and requests are of the caller's memory; their members are the library's. A request is answered once, and
 * one answer is taken. No number of a request comes twice (mc_oscore_keep, after a restart); a number that came, and
 * one that is 32 below the greatest or more, is refused. Datagrams are decrypted in their place, and wiped where
 * anything is wrong with them. Constant time in keys, but for the result of a check, and in plaintexts, but for their
 * code, the numbers of their options and all lengths.
 *
 * Not there: Observe, the protection of a message by a proxy's context, Echo and the other ways of Appendix B by which
 * a node that has lost its replay window takes requests again: it makes a new context, as EDHOC does at each start.
 * Options outside that are not OSCORE's are left to the caller, who takes no option of class E from there. */
#ifndef MOTECURVE_NETWORK_OSCORE_H
#define MOTECURVE_NETWORK_OSCORE_H

#include "motecurve/network/coap.h"
#include "motecurve/network/edhoc.h"

#define MC_OSCORE_KEY_BYTES            16
#define MC_OSCORE_IV_BYTES             13
#define MC_OSCORE_TAG_BYTES            8
#define MC_OSCORE_MAX_ID_BYTES         7
#define MC_OSCORE_MAX_ID_CONTEXT_BYTES 16
#define MC_OSCORE_NUMBER_BYTES         5 /* of a partial IV, big-endian */
#define MC_OSCORE_WINDOW               32
#define MC_OSCORE_STRIDE               64 /* numbers for each time that the store is written */

/* Results beside those of status.h. */
#define MC_OSCORE_ERROR_REPLAY      ((mc_status)62) /* a request whose number came, or is below the window */
#define MC_OSCORE_ERROR_CONTEXT     ((mc_status)63) /* a message under another context, by its identifiers */
#define MC_OSCORE_ERROR_UNPROTECTED ((mc_status)64) /* a message without OSCORE's option, or with two */

/* What a context is made of. The id context is not copied: it stays, and may be null; requests carry it. */
typedef struct {
    const uint8_t *secret, *salt, *id_context, *sender_id, *recipient_id;
    uint8_t secret_bytes, salt_bytes, id_context_bytes, sender_id_bytes, recipient_id_bytes;
} mc_oscore_input;

/* Writes to memory that outlives a restart; context is the caller's. */
typedef mc_status (*mc_oscore_store)(void *context, const uint8_t number[MC_OSCORE_NUMBER_BYTES]);

typedef struct {
    const uint8_t *id_context;
    mc_oscore_store store;
    void *store_context;
    uint32_t window; /* bit i: the number that is i below `newest` came */
    uint8_t id_context_bytes, sender_id_bytes, recipient_id_bytes, flags;
    uint8_t sender_id[MC_OSCORE_MAX_ID_BYTES], recipient_id[MC_OSCORE_MAX_ID_BYTES];
    uint8_t sender_key[MC_OSCORE_KEY_BYTES], recipient_key[MC_OSCORE_KEY_BYTES], common_iv[MC_OSCORE_IV_BYTES];
    uint8_t next[MC_OSCORE_NUMBER_BYTES];   /* of the next own request */
    uint8_t kept[MC_OSCORE_NUMBER_BYTES];   /* the store has it: all below may have been used */
    uint8_t newest[MC_OSCORE_NUMBER_BYTES]; /* the greatest that came */
} mc_oscore;

/* A request that waits for its answer. */
typedef struct {
    uint8_t is_open, kid_bytes, number_bytes;
    uint8_t kid[MC_OSCORE_MAX_ID_BYTES], number[MC_OSCORE_NUMBER_BYTES];
} mc_oscore_request;

/* Makes a context of a master secret (3.2). MC_ERROR_LENGTH for identifiers that are too long, and
 * MC_OSCORE_ERROR_CONTEXT if both are one; then the context is wiped. */
MC_API MC_MUST_CHECK mc_status mc_oscore_begin(mc_oscore *context, const mc_oscore_input *input);

/* Makes a context of an EDHOC session after message 3: secret and salt by labels 0 and 1 of its exporter, identifiers
 * C_R and C_I. The session may end then. Errors are those of mc_edhoc_export and mc_oscore_begin. */
MC_API MC_MUST_CHECK mc_status mc_oscore_from_edhoc(mc_oscore *context, mc_edhoc *session);

/* For a context that is to outlive restarts: own requests go on at `number`, the last that the store got, or 0 at
 * first; the store is written before numbers from there on are used, once for MC_OSCORE_STRIDE of them, and an error of
 * its sends nothing. `is_new` is 0 after a restart: which numbers of the peer's came is lost then, and its requests
 * give MC_ERROR_ABANDONED. */
MC_API void mc_oscore_keep(mc_oscore *context, const uint8_t number[MC_OSCORE_NUMBER_BYTES], uint8_t is_new,
                           mc_oscore_store store, void *store_context);

/* Wipes a context. */
MC_API void mc_oscore_end(mc_oscore *context);

/* Protects: *bytes of the datagram that mc_coap_begin has begun, with its kind, number and token, and with options that
 * stand outside, of numbers below OSCORE's, if there are any; the code outside is POST, or Changed. The plaintext is a
 * code, options and payload, and lies apart from the datagram (MC_ERROR_OVERLAP). MC_ERROR_LENGTH, and nothing but the
 * datagram is lost, where it takes more than its buffer; MC_ERROR_ENCODING for a head or order of options that there is
 * not, or no plaintext; MC_ERROR_ABANDONED for a request after number 2^40 - 2, and for an answer to one that has one;
 * and errors of the store. Then *bytes is 0, and so is what was written. */
MC_API MC_MUST_CHECK mc_status mc_oscore_protect_request(size_t *bytes, mc_coap_writer *writer,
                                                         mc_oscore_request *request, mc_oscore *context,
                                                         const uint8_t *plaintext, size_t plaintext_bytes);
MC_API MC_MUST_CHECK mc_status mc_oscore_protect_response(size_t *bytes, mc_coap_writer *writer,
                                                          mc_oscore_request *request, const mc_oscore *context,
                                                          const uint8_t *plaintext, size_t plaintext_bytes);

/* The request with message 3 of EDHOC before it (RFC 9668, 3.2). */
MC_API MC_MUST_CHECK mc_status mc_oscore_protect_combined(size_t *bytes, mc_coap_writer *writer,
                                                          mc_oscore_request *request, mc_oscore *context,
                                                          const uint8_t *message_3, size_t message_3_bytes,
                                                          const uint8_t *plaintext, size_t plaintext_bytes);

/* What OSCORE's option says (6.1): of a request its number and the sender's identifier. */
typedef struct {
    const uint8_t *kid, *id_context;
    uint8_t kid_bytes, id_context_bytes, has_kid, has_id_context;
    uint8_t number_bytes, number[MC_OSCORE_NUMBER_BYTES];
} mc_oscore_option;

/* Reads it, so that the caller can find the context. MC_OSCORE_ERROR_UNPROTECTED; MC_ERROR_ENCODING for an option that
 * there is not, MC_ERROR_NOT_MINIMAL for a number with zeros before it, MC_ERROR_LENGTH for identifiers that are too
 * long. Then *option is 0. */
MC_API MC_MUST_CHECK mc_status mc_oscore_read_option(mc_oscore_option *option, const mc_coap_message *message);

/* Unprotects a datagram in its place; `message` has the code, options and payload that were protected. Errors of
 * mc_coap_read and mc_oscore_read_option; MC_OSCORE_ERROR_CONTEXT, MC_OSCORE_ERROR_REPLAY; MC_ERROR_MAC for a message
 * that was changed, is of another key, or an answer to another request; MC_ERROR_ABANDONED for an answer that nothing
 * waits for, and requests after a restart. Then *message is 0, and the datagram is wiped. */
MC_API MC_MUST_CHECK mc_status mc_oscore_unprotect_request(mc_coap_message *message, mc_oscore_request *request,
                                                           mc_oscore *context, uint8_t *datagram, size_t bytes);
MC_API MC_MUST_CHECK mc_status mc_oscore_unprotect_response(mc_coap_message *message, mc_oscore_request *request,
                                                            const mc_oscore *context, uint8_t *datagram, size_t bytes);

/* The same of a request with message 3 of EDHOC: the session reads it, and makes the context. Also the errors of
 * mc_edhoc_read_3, after which the session has ended; a request for another session than this, by its identifier,
 * leaves the session as it is: MC_OSCORE_ERROR_CONTEXT. MC_OSCORE_ERROR_UNPROTECTED without EDHOC's option. The
 * context stays as it was until message 3 has been read. If only the request is wrong, both session and context are
 * wiped. */
MC_API MC_MUST_CHECK mc_status mc_oscore_unprotect_combined(mc_coap_message *message, mc_oscore_request *request,
                                                            mc_oscore *context, mc_edhoc *session, uint8_t *datagram,
                                                            size_t bytes);

#endif
