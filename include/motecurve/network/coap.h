/* CoAP messages (RFC 7252, 3): written octet by octet into the caller's buffer, and read in their place. What is sent
 * when, and again, is the caller's affair.
 *
 *     mc_coap_begin(&writer, datagram, sizeof datagram, &head);
 *     mc_coap_put_option(&writer, MC_COAP_URI_PATH, (const uint8_t *)"r", 1);   // numbers never fall
 *     mc_coap_put_payload(&writer, reading, sizeof reading);
 *     status = mc_coap_end(&bytes, &writer);
 *
 * Everything here is public data: time depends on all of it. */
#ifndef MOTECURVE_NETWORK_COAP_H
#define MOTECURVE_NETWORK_COAP_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

#define MC_COAP_MAX_TOKEN_BYTES 8

typedef enum { MC_COAP_CONFIRMABLE = 0, MC_COAP_NON_CONFIRMABLE, MC_COAP_ACKNOWLEDGEMENT, MC_COAP_RESET } mc_coap_kind;

/* Some codes: class in three bits, detail in five. */
#define MC_COAP_EMPTY   0x00
#define MC_COAP_GET     0x01
#define MC_COAP_POST    0x02
#define MC_COAP_CHANGED 0x44
#define MC_COAP_CONTENT 0x45

/* Some options, and formats of content (RFC 9528, 10.9): EDHOC's first message behind `true`, all others. */
#define MC_COAP_OSCORE         9
#define MC_COAP_URI_PATH       11
#define MC_COAP_CONTENT_FORMAT 12
#define MC_COAP_EDHOC          21
#define MC_COAP_FORMAT_EDHOC   64
#define MC_COAP_FORMAT_CID     65

/* What a message begins with; `number` is its message id. */
typedef struct {
    uint8_t kind, code, token_bytes;
    uint8_t token[MC_COAP_MAX_TOKEN_BYTES];
    uint16_t number;
} mc_coap_head;

/* A buffer that fills up. The first error stays. */
typedef struct {
    uint8_t *out;
    size_t size, used;
    uint16_t last; /* number of the last option */
    uint8_t has_payload;
    mc_status status;
} mc_coap_writer;

/* Begins a message, or what OSCORE encrypts of one (RFC 8613, 5.3): a code, and then options and payload. */
MC_API void mc_coap_begin(mc_coap_writer *writer, uint8_t *out, size_t size, const mc_coap_head *head);
MC_API void mc_coap_begin_inner(mc_coap_writer *writer, uint8_t *out, size_t size, uint8_t code);
/* Adds an option, of a number not below the last one's and of at most 65,535 octets. */
MC_API void mc_coap_put_option(mc_coap_writer *writer, uint16_t number, const uint8_t *value, size_t bytes);
/* Adds octets to the payload. */
MC_API void mc_coap_put_payload(mc_coap_writer *writer, const uint8_t *octets, size_t bytes);
/* *bytes of the message. MC_ERROR_LENGTH where it is longer than the buffer, MC_ERROR_ENCODING for a head that there is
 * not, options that fall or follow the payload, and longer ones. Then *bytes is 0, and the buffer is zeroed. */
MC_API MC_MUST_CHECK mc_status mc_coap_end(size_t *bytes, mc_coap_writer *writer);

/* A message as it was read: its parts lie in the datagram. */
typedef struct {
    mc_coap_head head; /* of what OSCORE encrypts, the code alone */
    const uint8_t *options, *payload;
    size_t options_bytes, payload_bytes;
} mc_coap_message;

/* MC_ERROR_UNSUPPORTED for another version, MC_ERROR_LENGTH for a message that ends too early, MC_ERROR_ENCODING for
 * what is reserved: tokens of nine octets and more, classes 1, 6 and 7, options' lengths of 15; for options beyond
 * 65,535, for a marker without a payload, and an empty message that is not empty. Then all of *message is 0. */
MC_API MC_MUST_CHECK mc_status mc_coap_read(mc_coap_message *message, const uint8_t *octets, size_t bytes);
MC_API MC_MUST_CHECK mc_status mc_coap_read_inner(mc_coap_message *message, const uint8_t *octets, size_t bytes);

/* An option of a message, in its place. */
typedef struct {
    const uint8_t *at, *end; /* of those that follow */
    const uint8_t *value;
    size_t bytes;
    uint16_t number;
    mc_status status;
} mc_coap_option;

/* Goes to the first option after mc_coap_options, and then to each next one; 0 where there is none. */
MC_API void mc_coap_options(mc_coap_option *option, const mc_coap_message *message);
MC_API uint8_t mc_coap_next(mc_coap_option *option);
/* How often the message has an option of the number, 255 at most, and the first one. */
MC_API uint8_t mc_coap_find(mc_coap_option *found, const mc_coap_message *message, uint16_t number);

#endif
