/* ECDSA signatures in DER (X.690; RFC 3279, 2.2.3), strictly: one encoding for each signature. The same for every
 * curve, on hosts and in mote images. Signatures are public. */
#include <string.h>

#include "motecurve/ecdsa.h"
#include "word/word.h"

#define TAG_INTEGER  0x02
#define TAG_SEQUENCE 0x30

/* Lengths below this take one octet, those from there on a count of octets, with this bit set, and the octets. */
#define LONG_LENGTH 0x80
/* No signature here needs more. */
#define LENGTH_OCTETS_MAX 2

typedef struct {
    const uint8_t *next;
    size_t left;
} reader;

static uint8_t take(reader *in)
{
    in->left--;
    return *in->next++;
}

/* A length that begins with the octet `first`, of the long form. */
static mc_status read_long_length(size_t *length, reader *in, uint8_t first)
{
    uint8_t octets = first & (LONG_LENGTH - 1);
    *length = 0;
    if (octets == 0) /* indefinite, which is for BER */
        return MC_ERROR_ENCODING;
    if (in->left < octets)
        return MC_ERROR_LENGTH;
    if (in->next[0] == 0 || (octets == 1 && in->next[0] < LONG_LENGTH))
        return MC_ERROR_NOT_MINIMAL;
    if (octets > LENGTH_OCTETS_MAX)
        return MC_ERROR_LENGTH;
    while (octets--)
        *length = *length << 8 | take(in);
    return MC_OK;
}

/* The header of a value that begins with the tag and all of which is there; *length is that of its contents. */
static mc_status read_header(size_t *length, reader *in, uint8_t tag)
{
    if (in->left > 0 && in->next[0] != tag)
        return MC_ERROR_ENCODING;
    if (in->left < 2)
        return MC_ERROR_LENGTH;
    take(in);
    *length = take(in);
    if (*length >= LONG_LENGTH) {
        mc_status status = read_long_length(length, in, (uint8_t)*length);
        if (status != MC_OK)
            return status;
    }
    return *length <= in->left ? MC_OK : MC_ERROR_LENGTH;
}

/* An INTEGER that is not negative, in `count` octets. */
static mc_status read_integer(uint8_t *out, size_t count, reader *in)
{
    size_t length;
    mc_status status = read_header(&length, in, TAG_INTEGER);
    if (status != MC_OK)
        return status;
    if (length == 0)
        return MC_ERROR_ENCODING;
    const uint8_t *octets = in->next;
    in->next += length;
    in->left -= length;
    if (length > 1 && (octets[0] == 0 || octets[0] == 0xff) && (octets[0] ^ octets[1]) < 0x80)
        return MC_ERROR_NOT_MINIMAL;
    if (octets[0] & 0x80) /* negative */
        return MC_ERROR_SCALAR_RANGE;
    if (octets[0] == 0) {
        octets++;
        length--;
    }
    if (length > count)
        return MC_ERROR_SCALAR_RANGE;
    memcpy(out + count - length, octets, length);
    return MC_OK;
}

static mc_status read_signature(uint8_t *signature, size_t half, const uint8_t *der, size_t der_bytes)
{
    reader in = {der, der_bytes};
    size_t length;
    mc_status status = read_header(&length, &in, TAG_SEQUENCE);
    if (status == MC_OK && length != in.left)
        status = MC_ERROR_TRAILING;
    if (status == MC_OK)
        status = read_integer(signature, half, &in);
    if (status == MC_OK)
        status = read_integer(signature + half, half, &in);
    return status == MC_OK && in.left ? MC_ERROR_TRAILING : status;
}

/* Whether there are signatures on the curve: that of no octets is then refused for its length. */
static int has_signatures(const mc_curve *curve)
{
    return mc_ecdsa_signature_validate(NULL, 0, curve) != MC_ERROR_UNSUPPORTED;
}

mc_status mc_ecdsa_signature_from_der(uint8_t *signature, const uint8_t *der, size_t der_bytes, const mc_curve *curve)
{
    const size_t bytes = curve ? mc_curve_signature_bytes(curve) : 0;
    uint8_t own[MC_MAX_SIGNATURE_BYTES] = {0}; /* der may lie in the signature */
    mc_status status = MC_ERROR_UNSUPPORTED;
    if (has_signatures(curve))
        status = read_signature(own, bytes / 2, der, der_bytes);
    if (status == MC_OK)
        status = mc_ecdsa_signature_validate(own, bytes, curve);
    if (status == MC_OK)
        memcpy(signature, own, bytes);
    else
        mc_wipe(signature, bytes);
    return status;
}

/* Octets that the number of `count` octets, not 0, takes as the contents of an INTEGER, and in *skipped those at its
 * head that it does without. */
static size_t integer_bytes(const uint8_t *number, size_t count, size_t *skipped)
{
    *skipped = 0;
    while (number[*skipped] == 0)
        ++*skipped;
    return count - *skipped + (number[*skipped] >> 7);
}

static uint8_t *write_integer(uint8_t *out, const uint8_t *number, size_t count)
{
    size_t skipped, length = integer_bytes(number, count, &skipped);
    *out++ = TAG_INTEGER;
    *out++ = (uint8_t)length; /* at most 73 */
    if (number[skipped] & 0x80)
        *out++ = 0;
    memcpy(out, number + skipped, count - skipped);
    return out + count - skipped;
}

/* Octets written of a signature whose halves are from 1 to n - 1. */
static size_t write_signature(uint8_t *der, const uint8_t *signature, size_t half)
{
    size_t skipped, length = 4 + integer_bytes(signature, half, &skipped);
    length += integer_bytes(signature + half, half, &skipped);
    uint8_t *out = der;
    *out++ = TAG_SEQUENCE;
    if (length >= LONG_LENGTH)
        *out++ = LONG_LENGTH | 1;
    *out++ = (uint8_t)length;
    out = write_integer(out, signature, half);
    out = write_integer(out, signature + half, half);
    return (size_t)(out - der);
}

mc_status mc_ecdsa_signature_to_der(uint8_t *der, size_t *der_bytes, const uint8_t *signature, size_t signature_bytes,
                                    const mc_curve *curve)
{
    const size_t bytes = curve ? mc_curve_signature_bytes(curve) : 0, most = curve ? MC_DER_SIGNATURE_BYTES(bytes) : 0;
    uint8_t own[MC_MAX_SIGNATURE_BYTES]; /* the signature may lie in der */
    size_t written = 0;
    if (mc_octets_overlap(der, most, der_bytes, sizeof *der_bytes))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_ecdsa_signature_validate(signature, signature_bytes, curve);
    if (status == MC_OK)
        memcpy(own, signature, bytes);
    mc_wipe(der, most);
    if (status == MC_OK)
        written = write_signature(der, own, bytes / 2);
    *der_bytes = written;
    return status;
}
