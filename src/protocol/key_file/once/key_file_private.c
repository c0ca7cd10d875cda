/* Private keys of key files, in DER: PKCS #8 (RFC 5958) and SEC 1 (RFC 5915). */
#include <string.h>

#include "motecurve/key.h"
#include "motecurve/key_file.h"
#include "native/burn.h"
#include "protocol/key_file/once/key_file.h"
#include "word/word.h"

#define VERSION_SEC1 1

typedef struct {
    const mc_curve *curve;
    size_t private_key_bytes; /* in the file */
    uint8_t private_key[MC_MAX_SCALAR_BYTES];
    uint8_t above; /* 0 if all bytes that have no room in it were 0 */
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
} key_pair;

/* 0 or 1. */
static uint8_t read_version(mc_der_reader *in, size_t limit)
{
    uint8_t version = 2;
    const size_t after = mc_der_enter(in, MC_DER_INTEGER, limit);
    if (in->left > after)
        mc_der_take(in, &version, 1);
    mc_der_leave(in, after);
    if (version > 1)
        mc_der_fail(in, MC_ERROR_ENCODING);
    return version;
}

/* Of more bytes than there is room for the last. */
static void read_private(key_pair *key, mc_der_reader *in, size_t limit)
{
    const size_t after = mc_der_enter(in, MC_DER_OCTET_STRING, limit);
    uint8_t octet = 0;
    key->private_key_bytes = in->left - after;
    while (in->status == MC_OK && in->left - after > sizeof key->private_key) {
        mc_der_take(in, &octet, 1);
        key->above |= octet;
    }
    if (in->status == MC_OK)
        mc_der_take(in, key->private_key, in->left - after);
}

/* The number that was read, in as many bytes as the curve's keys have. RFC 5915 wants these; writers leave zeros out
 * before it, or put more there. Constant time but for whether there is a byte too many that is not 0. */
static void fit_private(key_pair *key, mc_der_reader *in)
{
    const size_t bytes = mc_curve_scalar_bytes(key->curve), room = sizeof key->private_key;
    const size_t held = key->private_key_bytes < room ? key->private_key_bytes : room;
    if (held > bytes) {
        for (size_t i = 0; i < held - bytes; i++)
            key->above |= key->private_key[i];
        memmove(key->private_key, key->private_key + held - bytes, bytes);
        mc_wipe(key->private_key + bytes, room - bytes);
    } else {
        memmove(key->private_key + bytes - held, key->private_key, held);
        mc_wipe(key->private_key, bytes - held);
    }
    if (key->above)
        mc_der_fail(in, MC_ERROR_SCALAR_RANGE);
}

/* Computes the public key, which validates the private one. Keys of RFC 8410 have one length. */
static void find_public(key_pair *key, mc_der_reader *in)
{
    const size_t bytes = mc_curve_scalar_bytes(key->curve);
    if (in->status != MC_OK)
        return;
    if (mc_key_file_is_sec1(key->curve))
        fit_private(key, in);
    else if (key->private_key_bytes != bytes)
        mc_der_fail(in, MC_ERROR_LENGTH);
    if (in->status == MC_OK)
        in->status = mc_public_key(key->public_key, key->private_key, bytes, key->curve);
}

/* A public key in the file must be that one: signatures with another would give the private key away. */
static void compare_public(const key_pair *key, mc_der_reader *in, uint8_t tag, size_t limit)
{
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    mc_key_file_read_public(public_key, in, tag, limit, key->curve);
    if (in->status == MC_OK && !mc_octets_equal(public_key, key->public_key, mc_curve_public_key_bytes(key->curve)))
        mc_der_fail(in, MC_ERROR_KEY_PAIR);
}

/* An ECPrivateKey behind its version; `curve` of the pair is null, or what PKCS #8 around it says. */
static void read_sec1(key_pair *key, mc_der_reader *in, uint8_t version, size_t limit)
{
    if (version != VERSION_SEC1)
        mc_der_fail(in, MC_ERROR_ENCODING);
    read_private(key, in, limit);
    if (mc_der_is_next(in, MC_DER_CONSTRUCTED(0), limit)) {
        const size_t after = mc_der_enter(in, MC_DER_CONSTRUCTED(0), limit);
        if (!mc_der_is_next(in, MC_DER_OBJECT_IDENTIFIER, after))
            mc_der_fail(in, MC_ERROR_CURVE_NOT_NAMED);
        const mc_curve *curve = mc_key_file_read_name(in, after);
        if (key->curve && curve != key->curve)
            mc_der_fail(in, MC_ERROR_ENCODING);
        key->curve = curve;
        mc_der_leave(in, after);
    }
    if (!key->curve)
        mc_der_fail(in, MC_ERROR_CURVE_NOT_NAMED);
    find_public(key, in);
    if (mc_der_is_next(in, MC_DER_CONSTRUCTED(1), limit)) {
        const size_t after = mc_der_enter(in, MC_DER_CONSTRUCTED(1), limit);
        compare_public(key, in, MC_DER_BIT_STRING, after);
        mc_der_leave(in, after);
    }
}

/* The key within PKCS #8: an ECPrivateKey, or a CurvePrivateKey of RFC 8410. */
static void read_inner(key_pair *key, mc_der_reader *in, size_t limit)
{
    if (in->status != MC_OK)
        return;
    if (mc_key_file_is_sec1(key->curve)) {
        const size_t after = mc_der_enter(in, MC_DER_SEQUENCE, limit);
        const uint8_t version = read_version(in, after);
        read_sec1(key, in, version, after);
        mc_der_leave(in, after);
    } else {
        read_private(key, in, limit);
        find_public(key, in);
    }
}

/* A OneAsymmetricKey behind its version, which says whether there is a public key. */
static void read_pkcs8(key_pair *key, mc_der_reader *in, uint8_t version, size_t limit)
{
    key->curve = mc_key_file_read_algorithm(in, limit);
    const size_t after = mc_der_enter(in, MC_DER_OCTET_STRING, limit);
    read_inner(key, in, after);
    mc_der_leave(in, after);
    if (mc_der_is_next(in, MC_DER_CONSTRUCTED(0), limit)) /* attributes */
        mc_der_skip(in, mc_der_enter(in, MC_DER_CONSTRUCTED(0), limit));
    const uint8_t has_public = mc_der_is_next(in, MC_DER_CONTEXT(1), limit);
    if (version != has_public)
        mc_der_fail(in, MC_ERROR_ENCODING);
    if (has_public)
        compare_public(key, in, MC_DER_CONTEXT(1), limit);
}

/* EncryptedPrivateKeyInfo begins with an algorithm, and so does a SubjectPublicKeyInfo. */
static void refuse_others(mc_der_reader *in, size_t limit)
{
    if (!mc_der_is_next(in, MC_DER_SEQUENCE, limit))
        return;
    mc_der_skip(in, mc_der_enter(in, MC_DER_SEQUENCE, limit));
    mc_der_fail(in, mc_der_is_next(in, MC_DER_OCTET_STRING, limit) ? MC_ERROR_ENCRYPTED : MC_ERROR_KEY_KIND);
}

static void read_key(key_pair *key, mc_der_reader *in, mc_pem_label label)
{
    const size_t after = mc_der_enter_all(in);
    refuse_others(in, after);
    const uint8_t version = read_version(in, after);
    const uint8_t is_sec1 = mc_der_is_next(in, MC_DER_OCTET_STRING, after);
    if (label != MC_PEM_OTHER && is_sec1 != (label == MC_PEM_EC_PRIVATE_KEY))
        mc_der_fail(in, MC_ERROR_ENCODING);
    if (is_sec1)
        read_sec1(key, in, version, after);
    else
        read_pkcs8(key, in, version, after);
    mc_der_leave(in, after);
}

mc_status mc_key_file_private_key(uint8_t *private_key, const mc_curve **found, mc_der_reader *in, mc_pem_label label)
{
    key_pair key;
    if (mc_octets_overlap(private_key, sizeof key.private_key, found, sizeof *found))
        return MC_ERROR_OVERLAP;
    memset(&key, 0, sizeof key);
    read_key(&key, in, label);
    const mc_status status =
        mc_key_file_give(private_key, sizeof key.private_key, found, key.private_key, key.curve, in->status);
    const size_t field_bytes = mc_curve_field_bytes(key.curve);
    mc_wipe(&key, sizeof key);
    mc_wipe(in, sizeof *in);
    (void)field_bytes; /* in images, where nothing is burned */
    mc_burn(MC_BURN_CURVE_BYTES(field_bytes));
    return status;
}

mc_status mc_private_key_from_der(uint8_t *private_key, const mc_curve **found, const uint8_t *der, size_t der_bytes)
{
    mc_der_reader in = MC_DER_READER(der, der_bytes);
    return mc_key_file_private_key(private_key, found, &in, MC_PEM_OTHER);
}
