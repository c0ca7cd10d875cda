/* ECDSA signatures in DER (X.690; RFC 3279, 2.2.3), strictly: one encoding for each signature. The same for every
 * curve, on hosts and in mote images. Signatures are public. */
#include <string.h>

#include "encoding/once/der.h"
#include "motecurve/ecdsa.h"
#include "word/word.h"

/* An INTEGER that is not negative, in `count` bytes. */
static void read_integer(uint8_t *out, size_t count, mc_der_reader *in)
{
    const size_t after = mc_der_enter(in, MC_DER_INTEGER, 0);
    const uint8_t *octets = in->next;
    size_t length = in->left - after;
    if (length == 0)
        mc_der_fail(in, MC_ERROR_ENCODING);
    if (in->status != MC_OK)
        return;
    mc_der_skip(in, after);
    if (length > 1 && (octets[0] == 0 || octets[0] == 0xff) && (octets[0] ^ octets[1]) < 0x80)
        mc_der_fail(in, MC_ERROR_NOT_MINIMAL);
    if (octets[0] & 0x80) /* negative */
        mc_der_fail(in, MC_ERROR_SCALAR_RANGE);
    if (octets[0] == 0) {
        octets++;
        length--;
    }
    if (length > count)
        mc_der_fail(in, MC_ERROR_SCALAR_RANGE);
    if (in->status == MC_OK)
        memcpy(out + count - length, octets, length);
}

static mc_status read_signature(uint8_t *signature, size_t half, const uint8_t *der, size_t der_bytes)
{
    mc_der_reader in = MC_DER_READER(der, der_bytes);
    const size_t after = mc_der_enter_all(&in);
    read_integer(signature, half, &in);
    read_integer(signature + half, half, &in);
    mc_der_leave(&in, after);
    return in.status;
}

/* Whether there are signatures on the curve; if so, an empty one is refused for its length. */
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

/* Bytes that the number of `count` bytes, not 0, takes as the contents of an INTEGER, and in *skipped those at its
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
    *out++ = MC_DER_INTEGER;
    *out++ = (uint8_t)length; /* at most 73 */
    if (number[skipped] & 0x80)
        *out++ = 0;
    memcpy(out, number + skipped, count - skipped);
    return out + count - skipped;
}

/* Bytes written of a signature whose halves are from 1 to n - 1. */
static size_t write_signature(uint8_t *der, const uint8_t *signature, size_t half)
{
    size_t skipped, length = 4 + integer_bytes(signature, half, &skipped);
    length += integer_bytes(signature + half, half, &skipped);
    uint8_t *out = der;
    *out++ = MC_DER_SEQUENCE;
    if (length >= MC_DER_LONG_LENGTH)
        *out++ = MC_DER_LONG_LENGTH | 1;
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
