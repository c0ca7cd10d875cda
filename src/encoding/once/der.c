#include "encoding/once/der.h"

#include <string.h>

/* No file here is longer. */
#define LENGTH_OCTETS_MAX 2

void mc_der_fail(mc_der_reader *in, mc_status status)
{
    if (in->status == MC_OK)
        in->status = status;
}

/* The next byte, which is there. */
static uint8_t peek(mc_der_reader *in)
{
    if (!in->decode)
        return *in->next;
    if (in->used == sizeof in->group) {
        in->next = in->decode(in->group, in->next);
        in->used = 0;
    }
    return in->group[in->used];
}

static uint8_t take(mc_der_reader *in)
{
    const uint8_t octet = peek(in);
    in->left--;
    if (in->decode)
        in->used++;
    else
        in->next++;
    return octet;
}

/* A length of so many bytes, which follow. */
static size_t read_long_length(mc_der_reader *in, uint8_t octets, size_t limit)
{
    size_t length = 0;
    if (octets == 0) /* indefinite, which is for BER */
        mc_der_fail(in, MC_ERROR_ENCODING);
    else if (in->left - limit < octets)
        mc_der_fail(in, MC_ERROR_LENGTH);
    else if (peek(in) == 0 || (octets == 1 && peek(in) < MC_DER_LONG_LENGTH))
        mc_der_fail(in, MC_ERROR_NOT_MINIMAL);
    else if (octets > LENGTH_OCTETS_MAX)
        mc_der_fail(in, MC_ERROR_LENGTH);
    else
        while (octets--)
            length = length << 8 | take(in);
    return length;
}

size_t mc_der_enter(mc_der_reader *in, uint8_t tag, size_t limit)
{
    if (in->status == MC_OK && in->left > limit && peek(in) != tag)
        mc_der_fail(in, MC_ERROR_ENCODING);
    if (in->left - limit < 2)
        mc_der_fail(in, MC_ERROR_LENGTH);
    if (in->status != MC_OK)
        return in->left;
    take(in);
    size_t length = take(in);
    if (length >= MC_DER_LONG_LENGTH)
        length = read_long_length(in, (uint8_t)(length & (MC_DER_LONG_LENGTH - 1)), limit);
    if (length > in->left - limit)
        mc_der_fail(in, MC_ERROR_LENGTH);
    return in->status == MC_OK ? in->left - length : in->left;
}

size_t mc_der_enter_all(mc_der_reader *in)
{
    const size_t after = mc_der_enter(in, MC_DER_SEQUENCE, 0);
    if (after != 0)
        mc_der_fail(in, MC_ERROR_TRAILING);
    return after;
}

void mc_der_leave(mc_der_reader *in, size_t after)
{
    if (in->left != after)
        mc_der_fail(in, MC_ERROR_TRAILING);
}

uint8_t mc_der_is_next(mc_der_reader *in, uint8_t tag, size_t limit)
{
    return in->status == MC_OK && in->left > limit && peek(in) == tag;
}

void mc_der_take(mc_der_reader *in, uint8_t *out, size_t count)
{
    if (in->status != MC_OK)
        memset(out, 0, count);
    else
        while (count--)
            *out++ = take(in);
}

void mc_der_skip(mc_der_reader *in, size_t after)
{
    while (in->status == MC_OK && in->left > after)
        take(in);
}
