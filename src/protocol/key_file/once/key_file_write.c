/* Keys written as key files, in DER: SubjectPublicKeyInfo and PKCS #8, from their last byte to the first. */
#include <string.h>

#include "motecurve/key.h"
#include "motecurve/key_file.h"
#include "native/burn.h"
#include "protocol/key_file/once/key_file.h"
#include "word/word.h"

#define OID_NUMBERS_MAX   12
#define PUBLIC_BYTES_MAX  MC_PUBLIC_KEY_DER_BYTES(MC_MAX_PUBLIC_KEY_BYTES)
#define PRIVATE_BYTES_MAX MC_PRIVATE_KEY_DER_BYTES(MC_MAX_SCALAR_BYTES, MC_MAX_PUBLIC_KEY_BYTES)

typedef struct {
    uint8_t *octets;
    size_t start; /* of what is written */
} writer;

static void put_octet(writer *out, uint8_t octet)
{
    out->octets[--out->start] = octet;
}

static void put(writer *out, const uint8_t *octets, size_t bytes)
{
    out->start -= bytes;
    memcpy(out->octets + out->start, octets, bytes);
}

/* Length and tag of a value whose contents end at `end`. */
static void wrap(writer *out, uint8_t tag, size_t end)
{
    const size_t length = end - out->start;
    put_octet(out, (uint8_t)length);
    if (length > 0xff)
        put_octet(out, (uint8_t)(length >> 8));
    if (length >= MC_DER_LONG_LENGTH)
        put_octet(out, (uint8_t)(MC_DER_LONG_LENGTH | (length > 0xff ? 2 : 1)));
    put_octet(out, tag);
}

static void put_value(writer *out, uint8_t tag, const uint8_t *octets, size_t bytes)
{
    const size_t end = out->start;
    put(out, octets, bytes);
    wrap(out, tag, end);
}

/* Groups of seven bits, those before the last one marked. */
static void put_number(writer *out, uint32_t number)
{
    put_octet(out, number & 0x7f);
    while (number >>= 7)
        put_octet(out, (uint8_t)(0x80 | (number & 0x7f)));
}

/* An object identifier, given in decimal. */
static void put_oid(writer *out, const char *text)
{
    uint32_t numbers[OID_NUMBERS_MAX] = {0};
    const size_t end = out->start;
    uint8_t count = 0;
    for (; *text; text++) {
        if (*text == '.')
            count++;
        else
            numbers[count] = 10 * numbers[count] + (uint32_t)(*text - '0');
    }
    for (; count > 1; count--)
        put_number(out, numbers[count]);
    put_number(out, 40 * numbers[0] + numbers[1]);
    wrap(out, MC_DER_OBJECT_IDENTIFIER, end);
}

/* AlgorithmIdentifier. */
static void put_algorithm(writer *out, const mc_curve *curve)
{
    const size_t end = out->start;
    put_oid(out, mc_key_file_oid(curve));
    if (mc_key_file_is_sec1(curve))
        put_oid(out, MC_OID_EC_PUBLIC_KEY);
    wrap(out, MC_DER_SEQUENCE, end);
}

static void put_bits(writer *out, const uint8_t *octets, size_t bytes)
{
    const size_t end = out->start;
    put(out, octets, bytes);
    put_octet(out, 0); /* unused bits */
    wrap(out, MC_DER_BIT_STRING, end);
}

static void put_version(writer *out, uint8_t version)
{
    put_value(out, MC_DER_INTEGER, &version, 1);
}

/* An ECPrivateKey without parameters, which PKCS #8 around it has. */
static void put_sec1(writer *out, const uint8_t *private_key, const uint8_t *public_key, const mc_curve *curve)
{
    const size_t end = out->start;
    put_bits(out, public_key, mc_curve_public_key_bytes(curve));
    wrap(out, MC_DER_CONSTRUCTED(1), end);
    put_value(out, MC_DER_OCTET_STRING, private_key, mc_curve_scalar_bytes(curve));
    put_version(out, 1);
    wrap(out, MC_DER_SEQUENCE, end);
}

static void put_pkcs8(writer *out, const uint8_t *private_key, const uint8_t *public_key, const mc_curve *curve)
{
    const size_t end = out->start;
    if (mc_key_file_is_sec1(curve))
        put_sec1(out, private_key, public_key, curve);
    else
        put_value(out, MC_DER_OCTET_STRING, private_key, mc_curve_scalar_bytes(curve));
    wrap(out, MC_DER_OCTET_STRING, end);
    put_algorithm(out, curve);
    put_version(out, 0);
    wrap(out, MC_DER_SEQUENCE, end);
}

/* The end of a call: zeros, and in front of them what ends at `end`. */
static void give(uint8_t *der, size_t *der_bytes, size_t most, const writer *written, size_t end)
{
    *der_bytes = end - written->start;
    mc_wipe(der, most);
    if (*der_bytes)
        memcpy(der, written->octets + written->start, *der_bytes);
}

static uint8_t has_oid(const mc_curve *curve)
{
    return curve && mc_key_file_oid(curve);
}

mc_status mc_public_key_to_der(uint8_t *der, size_t *der_bytes, const uint8_t *public_key, size_t public_key_bytes,
                               const mc_curve *curve)
{
    const size_t most = curve ? MC_PUBLIC_KEY_DER_BYTES(mc_curve_public_key_bytes(curve)) : 0;
    uint8_t own[PUBLIC_BYTES_MAX]; /* the key may lie in der */
    writer out = {own, sizeof own};
    if (mc_octets_overlap(der, most, der_bytes, sizeof *der_bytes))
        return MC_ERROR_OVERLAP;
    mc_status status = MC_ERROR_UNSUPPORTED;
    if (has_oid(curve))
        status = mc_public_key_validate(public_key, public_key_bytes, curve);
    if (status == MC_OK) {
        put_bits(&out, public_key, public_key_bytes);
        put_algorithm(&out, curve);
        wrap(&out, MC_DER_SEQUENCE, sizeof own);
    }
    give(der, der_bytes, most, &out, sizeof own);
    return status;
}

mc_status mc_private_key_to_der(uint8_t *der, size_t *der_bytes, const uint8_t *private_key, size_t private_key_bytes,
                                const mc_curve *curve)
{
    const size_t most =
        curve ? MC_PRIVATE_KEY_DER_BYTES(mc_curve_scalar_bytes(curve), mc_curve_public_key_bytes(curve)) : 0;
    uint8_t own[PRIVATE_BYTES_MAX], public_key[MC_MAX_PUBLIC_KEY_BYTES]; /* the key may lie in der */
    writer out = {own, sizeof own};
    if (mc_octets_overlap(der, most, der_bytes, sizeof *der_bytes))
        return MC_ERROR_OVERLAP;
    mc_status status = MC_ERROR_UNSUPPORTED;
    if (has_oid(curve))
        status = mc_public_key(public_key, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        put_pkcs8(&out, private_key, public_key, curve);
    give(der, der_bytes, most, &out, sizeof own);
    mc_wipe(own, sizeof own);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}
