/* Public keys of key files, in DER: SubjectPublicKeyInfo (RFC 5480). */
#include <string.h>

#include "motecurve/key.h"
#include "motecurve/key_file.h"
#include "motecurve/point.h"
#include "protocol/key_file/once/key_file.h"
#include "word/word.h"

/* A point in a form of SEC 1 but the hybrid one, which RFC 5480, 2.2, forbids. */
static mc_status decode_point(uint8_t *public_key, const uint8_t *encoded, size_t bytes, const mc_curve *curve)
{
    if (bytes && (encoded[0] & ~1) == MC_POINT_HYBRID)
        return MC_ERROR_ENCODING;
    mc_status status = mc_point_decode(public_key, encoded, bytes, curve);
    return status == MC_OK ? mc_public_key_validate(public_key, mc_curve_public_key_bytes(curve), curve) : status;
}

void mc_key_file_read_public(uint8_t *public_key, mc_der_reader *in, uint8_t tag, size_t limit, const mc_curve *curve)
{
    uint8_t encoded[MC_MAX_PUBLIC_KEY_BYTES], unused_bits = 1;
    const size_t after = mc_der_enter(in, tag, limit);
    if (in->left > after)
        mc_der_take(in, &unused_bits, 1);
    if (unused_bits)
        mc_der_fail(in, MC_ERROR_ENCODING);
    const size_t bytes = in->left - after;
    if (bytes > sizeof encoded)
        mc_der_fail(in, MC_ERROR_LENGTH);
    if (in->status != MC_OK)
        return;
    mc_der_take(in, encoded, bytes);
    if (mc_key_file_is_sec1(curve)) {
        mc_der_fail(in, decode_point(public_key, encoded, bytes, curve));
    } else {
        mc_der_fail(in, mc_public_key_validate(encoded, bytes, curve));
        memcpy(public_key, encoded, in->status == MC_OK ? bytes : 0);
    }
}

const mc_curve *mc_key_file_read_info(uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES], mc_der_reader *in, size_t limit)
{
    memset(public_key, 0, MC_MAX_PUBLIC_KEY_BYTES);
    const mc_curve *curve = mc_key_file_read_algorithm(in, limit);
    mc_key_file_read_public(public_key, in, MC_DER_BIT_STRING, limit, curve);
    return curve;
}

mc_status mc_key_file_give(uint8_t *key, size_t key_bytes, const mc_curve **found, const uint8_t *own,
                           const mc_curve *curve, mc_status status)
{
    if (status == MC_OK)
        memcpy(key, own, key_bytes);
    else
        mc_wipe(key, key_bytes);
    *found = status == MC_OK ? curve : NULL;
    return status;
}

/* Refuses private keys, which begin with their version, and certificates, whose first sequence does. */
static void refuse_others(mc_der_reader *in, size_t after)
{
    mc_der_reader ahead = *in;
    uint8_t is_other = mc_der_is_next(&ahead, MC_DER_INTEGER, after);
    const size_t first = is_other ? after : mc_der_enter(&ahead, MC_DER_SEQUENCE, after);
    is_other |= mc_der_is_next(&ahead, MC_DER_INTEGER, first) || mc_der_is_next(&ahead, MC_DER_CONSTRUCTED(0), first);
    if (is_other)
        mc_der_fail(in, MC_ERROR_KEY_KIND);
}

mc_status mc_key_file_public_key(uint8_t *public_key, const mc_curve **found, mc_der_reader *in)
{
    uint8_t own[MC_MAX_PUBLIC_KEY_BYTES]; /* the file may lie in public_key */
    if (mc_octets_overlap(public_key, sizeof own, found, sizeof *found))
        return MC_ERROR_OVERLAP;
    const size_t after = mc_der_enter_all(in);
    refuse_others(in, after);
    const mc_curve *curve = mc_key_file_read_info(own, in, after);
    mc_der_leave(in, after);
    return mc_key_file_give(public_key, sizeof own, found, own, curve, in->status);
}

mc_status mc_public_key_from_der(uint8_t *public_key, const mc_curve **found, const uint8_t *der, size_t der_bytes)
{
    mc_der_reader in = MC_DER_READER(der, der_bytes);
    return mc_key_file_public_key(public_key, found, &in);
}
