/* DER (X.690), read strictly, in one pass and without a copy: from bytes, or from base64 that is decoded on the way
 * (pem.h). Compiled once; the same for every curve.
 *
 * The first error stays in the reader's status, and from there on nothing is read: callers look at it once, at the end.
 * Where a value ends is told by how many bytes are left of the input then, `after`; `limit` is that of the value around
 * it, 0 for the whole input. */
#ifndef MC_DER_H
#define MC_DER_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/status.h"

#define MC_DER_INTEGER           0x02
#define MC_DER_BIT_STRING        0x03
#define MC_DER_OCTET_STRING      0x04
#define MC_DER_OBJECT_IDENTIFIER 0x06
#define MC_DER_SEQUENCE          0x30
/* Tags [n] of a SEQUENCE's members. */
#define MC_DER_CONTEXT(n)     (0x80 | (n))
#define MC_DER_CONSTRUCTED(n) (0xa0 | (n))

/* Lengths below this take one byte, those from there on a count of bytes, with this bit set, and the bytes. */
#define MC_DER_LONG_LENGTH 0x80

typedef struct {
    const uint8_t *next; /* of the input */
    size_t left;         /* bytes of DER */
    mc_status status;
    /* Decodes the next group of base64 and returns what follows it; null for bytes. A pointer, so that programs without
     * PEM have no base64. */
    const uint8_t *(*decode)(uint8_t group[3], const uint8_t *text);
    uint8_t group[3]; /* what four characters say, of which `used` bytes have been taken */
    uint8_t used;
} mc_der_reader;

#define MC_DER_READER(octets, bytes) {.next = (octets), .left = (bytes), .status = MC_OK}

/* The status, unless there is one already. */
void mc_der_fail(mc_der_reader *in, mc_status status);
/* Reads the tag and the length of the next value; returns `after`. MC_ERROR_ENCODING for another tag and an indefinite
 * length, _LENGTH where the input, or the value around it, ends too early, _NOT_MINIMAL. */
size_t mc_der_enter(mc_der_reader *in, uint8_t tag, size_t limit);
/* The same for a SEQUENCE that is the whole input: MC_ERROR_TRAILING for bytes after it. */
size_t mc_der_enter_all(mc_der_reader *in);
/* MC_ERROR_TRAILING unless the value has been read to its end. */
void mc_der_leave(mc_der_reader *in, size_t after);
/* Whether there is a next value, and it has the tag. */
uint8_t mc_der_is_next(mc_der_reader *in, uint8_t tag, size_t limit);
/* So many of the bytes that are left; zeros after an error. */
void mc_der_take(mc_der_reader *in, uint8_t *out, size_t count);
/* Leaves a value whatever is left of it. */
void mc_der_skip(mc_der_reader *in, size_t after);

#endif
