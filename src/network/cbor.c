#include "network/cbor.h"

#include <string.h>

#include "word/word.h"

#define DEPTH_MAX 8

uint8_t mc_cbor_head_bytes(uint32_t argument)
{
    return argument < 24 ? 1 : argument <= 0xff ? 2 : argument <= 0xffff ? 3 : 5;
}

uint8_t mc_cbor_head(uint8_t out[MC_CBOR_MAX_HEAD_BYTES], uint8_t major, uint32_t argument)
{
    const uint8_t bytes = mc_cbor_head_bytes(argument);
    out[0] = (uint8_t)(major | (bytes == 1 ? argument : bytes == 2 ? 24u : bytes == 3 ? 25u : 26u));
    for (uint8_t i = bytes; i > 1; argument >>= 8)
        out[--i] = (uint8_t)argument;
    return bytes;
}

void mc_cbor_put(mc_cbor_writer *writer, const uint8_t *octets, size_t bytes)
{
    if (writer->used <= writer->size && bytes <= writer->size - writer->used)
        mc_move(writer->out + writer->used, octets, bytes);
    writer->used += bytes;
}

void mc_cbor_put_head(mc_cbor_writer *writer, uint8_t major, uint32_t argument)
{
    uint8_t head[MC_CBOR_MAX_HEAD_BYTES];
    mc_cbor_put(writer, head, mc_cbor_head(head, major, argument));
}

void mc_cbor_put_octets(mc_cbor_writer *writer, const uint8_t *octets, size_t bytes)
{
    mc_cbor_put_head(writer, MC_CBOR_OCTETS, (uint32_t)bytes);
    mc_cbor_put(writer, octets, bytes);
}

static void fail(mc_cbor_reader *reader, mc_status status)
{
    if (reader->status == MC_OK)
        reader->status = status;
    reader->at = reader->end;
}

uint8_t mc_cbor_next(const mc_cbor_reader *reader)
{
    return reader->at < reader->end ? *reader->at & 0xe0 : 0xff;
}

uint32_t mc_cbor_get(mc_cbor_reader *reader, uint8_t major)
{
    if (mc_cbor_next(reader) != major) {
        fail(reader, MC_ERROR_ENCODING);
        return 0;
    }
    const uint8_t low = *reader->at++ & 0x1f;
    if (low < 24)
        return low;
    const uint8_t bytes = low == 24 ? 1 : low == 25 ? 2 : 4;
    if (low > 26 || reader->end - reader->at < bytes) {
        fail(reader, MC_ERROR_ENCODING);
        return 0;
    }
    uint32_t argument = 0;
    for (uint8_t i = 0; i < bytes; i++)
        argument = argument << 8 | *reader->at++;
    if (mc_cbor_head_bytes(argument) != 1 + bytes) {
        fail(reader, MC_ERROR_NOT_MINIMAL);
        return 0;
    }
    return argument;
}

int32_t mc_cbor_get_int(mc_cbor_reader *reader)
{
    const uint8_t major = mc_cbor_next(reader) == MC_CBOR_NEGATIVE ? MC_CBOR_NEGATIVE : MC_CBOR_UNSIGNED;
    const uint32_t argument = mc_cbor_get(reader, major);
    if (argument > INT32_MAX) {
        fail(reader, MC_ERROR_ENCODING);
        return 0;
    }
    return major == MC_CBOR_NEGATIVE ? -1 - (int32_t)argument : (int32_t)argument;
}

/* The content of a string, whose head has been read. */
static const uint8_t *content(mc_cbor_reader *reader, uint32_t bytes)
{
    const uint8_t *octets = reader->at;
    if (bytes > (size_t)(reader->end - reader->at)) {
        fail(reader, MC_ERROR_ENCODING);
        return NULL;
    }
    reader->at += bytes;
    return octets;
}

size_t mc_cbor_get_octets(mc_cbor_reader *reader, const uint8_t **octets)
{
    const uint32_t bytes = mc_cbor_get(reader, MC_CBOR_OCTETS);
    *octets = content(reader, bytes);
    return *octets ? bytes : 0;
}

/* Without recursion: `left` holds the items still to come at each depth. */
void mc_cbor_skip(mc_cbor_reader *reader)
{
    uint32_t left[DEPTH_MAX] = {1};
    for (uint8_t depth = 1; depth;) {
        if (left[depth - 1] == 0) {
            depth--;
            continue;
        }
        left[depth - 1]--;
        const uint8_t major = mc_cbor_next(reader);
        if (major == 0xe0 && (*reader->at == MC_CBOR_TRUE || *reader->at == MC_CBOR_TRUE - 1)) {
            reader->at++;
            continue;
        }
        if (major > MC_CBOR_MAP) { /* the end, tags, numbers with a point */
            fail(reader, MC_ERROR_ENCODING);
            return;
        }
        const uint32_t argument = mc_cbor_get(reader, major);
        if (major == MC_CBOR_OCTETS || major == MC_CBOR_TEXT) {
            content(reader, argument);
        } else if (major >= MC_CBOR_ARRAY) {
            if (depth == DEPTH_MAX || argument > 0x7fffffff) {
                fail(reader, MC_ERROR_ENCODING);
                return;
            }
            left[depth++] = major == MC_CBOR_MAP ? 2 * argument : argument;
        }
        if (reader->status != MC_OK)
            return;
    }
}

void mc_cbor_finish(mc_cbor_reader *reader)
{
    if (reader->at < reader->end)
        fail(reader, MC_ERROR_TRAILING);
}
