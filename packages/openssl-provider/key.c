/* The life of a key, and its parts. */
#include "key.h"

#include <motecurve/key.h>
#include <motecurve/point.h>
#include <openssl/crypto.h>
#include <string.h>

ec_key *key_new(provider *of)
{
    ec_key *key = OPENSSL_zalloc(sizeof *key);
    if (!key) {
        RAISE(of, REASON_MEMORY, "a key takes %zu bytes", sizeof *key);
        return NULL;
    }
    key->provider = of;
    key->flags.form = key->flags.curve_form = POINT_CONVERSION_UNCOMPRESSED;
    atomic_init(&key->references, 1);
    return key;
}

ec_key *key_share(ec_key *key)
{
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

static void parts_free(key_parts *parts)
{
    if (parts->private_key)
        OPENSSL_secure_clear_free(parts->private_key, mc_curve_scalar_bytes(parts->group->curve));
    EVP_PKEY_free(parts->other);
}

void key_free(void *of)
{
    ec_key *key = of;
    if (!key || atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) != 1)
        return;
    parts_free(&key->its);
    OPENSSL_clear_free(key, sizeof *key);
}

/* Where `done`, the key gets the parts in place of all that it has; else nobody gets them. Returns done. */
static int replace(ec_key *key, key_parts *parts, int done)
{
    parts_free(done ? &key->its : parts);
    if (done)
        key->its = *parts;
    return done;
}

static int set_public(provider *of, key_parts *parts, const uint8_t *encoded, size_t bytes)
{
    const mc_curve *curve = parts->group->curve;
    mc_status status = mc_point_decode(parts->public_key, encoded, bytes, curve);
    if (status == MC_OK)
        status = mc_public_key_validate(parts->public_key, mc_curve_public_key_bytes(curve), curve);
    parts->has_public_key = status == MC_OK;
    return IS_DONE(of, status, "a public key");
}

static int keep_private(provider *of, key_parts *parts, const uint8_t *private_key)
{
    const size_t bytes = mc_curve_scalar_bytes(parts->group->curve);
    parts->private_key = OPENSSL_secure_malloc(bytes);
    if (!parts->private_key)
        return RAISE(of, REASON_MEMORY, "a private key takes %zu bytes", bytes);
    memcpy(parts->private_key, private_key, bytes);
    return 1;
}

/* The same number in as many bytes as the curve's private keys have. */
static mc_status padded(uint8_t number[MC_MAX_SCALAR_BYTES], const uint8_t *given, size_t given_bytes, size_t bytes)
{
    uint8_t above = 0;
    for (; given_bytes > bytes; given_bytes--)
        above |= *given++;
    memset(number, 0, bytes);
    memcpy(number + bytes - given_bytes, given, given_bytes);
    return above ? MC_ERROR_SCALAR_RANGE : MC_OK;
}

static int set_private(provider *of, key_parts *parts, const uint8_t *given, size_t given_bytes)
{
    uint8_t own[MC_MAX_PUBLIC_KEY_BYTES], private_key[MC_MAX_SCALAR_BYTES];
    const mc_curve *curve = parts->group->curve;
    const size_t bytes = mc_curve_scalar_bytes(curve);
    mc_status status = padded(private_key, given, given_bytes, bytes);
    if (status == MC_OK)
        status = mc_public_key(own, private_key, bytes, curve);
    int done = IS_DONE(of, status, "a private key");
    if (done && parts->has_public_key && memcmp(own, parts->public_key, mc_curve_public_key_bytes(curve)) != 0)
        done = IS_DONE(of, MC_ERROR_KEY_PAIR, "a pair of keys");
    if (done) {
        memcpy(parts->public_key, own, sizeof own);
        parts->has_public_key = 1;
        done = keep_private(of, parts, private_key);
    }
    OPENSSL_cleanse(private_key, sizeof private_key);
    return done;
}

int key_set(ec_key *key, const group *its_group, const uint8_t *private_key, size_t private_key_bytes,
            const uint8_t *public_key, size_t public_key_bytes)
{
    key_parts parts = {.group = its_group};
    return replace(key, &parts,
                   (!public_key || set_public(key->provider, &parts, public_key, public_key_bytes)) &&
                       (!private_key || set_private(key->provider, &parts, private_key, private_key_bytes)));
}

int key_set_public(ec_key *key, const uint8_t *public_key, size_t public_key_bytes)
{
    return key_set(key, key->its.group, key->its.private_key, mc_curve_scalar_bytes(key->its.group->curve), public_key,
                   public_key_bytes);
}

int key_generate(ec_key *key, const group *its_group)
{
    key_parts parts = {.group = its_group};
    uint8_t private_key[MC_MAX_SCALAR_BYTES];
    const mc_status status =
        mc_key_generate(private_key, parts.public_key, draw_private, key->provider, its_group->curve);
    parts.has_public_key = status == MC_OK;
    const int done =
        IS_DONE(key->provider, status, "the generation of a key") && keep_private(key->provider, &parts, private_key);
    OPENSSL_cleanse(private_key, sizeof private_key);
    return replace(key, &parts, done);
}

void key_set_other(ec_key *key, EVP_PKEY *other, int selection)
{
    key_parts parts = {.other = other, .other_selection = selection};
    replace(key, &parts, 1);
}

void key_note_public_of_other(ec_key *key)
{
    key->its.other_selection |= OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
}

int key_set_copy(ec_key *key, const ec_key *from, int selection)
{
    key_parts parts = {.group = from->its.group};
    if (selection & KEY_PARTS) {
        parts.has_public_key = from->its.has_public_key;
        memcpy(parts.public_key, from->its.public_key, sizeof parts.public_key);
    }
    const int done = !(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) || !from->its.private_key ||
                     keep_private(key->provider, &parts, from->its.private_key);
    if (done) {
        key->flags = from->flags;
        if (!(selection & KEY_PARTS)) {
            key->flags.form = POINT_CONVERSION_UNCOMPRESSED;
            key->flags.is_public_left_out = 0;
        }
    }
    return replace(key, &parts, done);
}

int key_selection(const ec_key *key)
{
    if (!key)
        return 0;
    if (key->its.other)
        return key->its.other_selection;
    return (key->its.group ? OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS : 0) |
           (key->its.has_public_key ? OSSL_KEYMGMT_SELECT_PUBLIC_KEY : 0) |
           (key->its.private_key ? OSSL_KEYMGMT_SELECT_PRIVATE_KEY : 0);
}

int key_has(const void *key, int selection)
{
    const int asked = selection & (KEY_PARTS | OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS);
    return key && (key_selection(key) & asked) == asked;
}

point_conversion_form_t form_of_point(const uint8_t *encoded)
{
    return (point_conversion_form_t)(*encoded & ~1);
}

size_t key_encode_point(uint8_t encoded[MC_MAX_PUBLIC_KEY_BYTES], const ec_key *key, point_conversion_form_t form)
{
    const mc_curve *curve = key->its.group->curve;
    const size_t bytes = mc_curve_public_key_bytes(curve);
    if (!key->its.has_public_key ||
        mc_point_encode(encoded, key->its.public_key, (mc_point_form)form, bytes, curve) != MC_OK)
        return 0;
    return form == POINT_CONVERSION_COMPRESSED ? 1 + mc_curve_field_bytes(curve) : bytes;
}
