/* The part of CBOR (RFC 8949) that protocols on motes need: integers, strings, heads of arrays and maps, true; always
 * the shortest form (4.2.1), and no other is read. */
#ifndef MC_NETWORK_CBOR_H
#define MC_NETWORK_CBOR_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/status.h"

/* Major types, as the head's first byte has them. */
#define MC_CBOR_UNSIGNED 0x00
#define MC_CBOR_NEGATIVE 0x20
#define MC_CBOR_OCTETS   0x40
#define MC_CBOR_TEXT     0x60
#define MC_CBOR_ARRAY    0x80
#define MC_CBOR_MAP      0xa0
#define MC_CBOR_TRUE     0xf5

#define MC_CBOR_MAX_HEAD_BYTES 5

/* A buffer that fills up; `used` counts on where it is full, so that the length needed is known. */
typedef struct {
    uint8_t *out;
    size_t size, used;
} mc_cbor_writer;

/* Bytes of a head with this argument. */
uint8_t mc_cbor_head_bytes(uint32_t argument);
/* Writes a head and returns its length. */
uint8_t mc_cbor_head(uint8_t out[MC_CBOR_MAX_HEAD_BYTES], uint8_t major, uint32_t argument);

void mc_cbor_put(mc_cbor_writer *writer, const uint8_t *octets, size_t bytes); /* as they are */
void mc_cbor_put_head(mc_cbor_writer *writer, uint8_t major, uint32_t argument);
void mc_cbor_put_octets(mc_cbor_writer *writer, const uint8_t *octets, size_t bytes);

/* Bytes to be read. The first error stays, and all that follows reads as 0. */
typedef struct {
    const uint8_t *at, *end;
    mc_status status;
} mc_cbor_reader;

/* The major type of the next item, 0xff at the end. */
uint8_t mc_cbor_next(const mc_cbor_reader *reader);
/* The argument of a head of this type; MC_ERROR_ENCODING for another. */
uint32_t mc_cbor_get(mc_cbor_reader *reader, uint8_t major);
/* A number of 31 bits, of either sign. */
int32_t mc_cbor_get_int(mc_cbor_reader *reader);
/* A string of bytes, in its place; its length. */
size_t mc_cbor_get_octets(mc_cbor_reader *reader, const uint8_t **octets);
/* Passes over an item, whatever it holds; MC_ERROR_ENCODING where it is nested deeper than eight times. */
void mc_cbor_skip(mc_cbor_reader *reader);
/* MC_ERROR_TRAILING if anything follows. */
void mc_cbor_finish(mc_cbor_reader *reader);

#endif
