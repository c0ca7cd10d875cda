/* The life of a key: its parts, generation, comparison, validation. */
#include "provider.h"

#include <motecurve/ecdsa.h>
#include <motecurve/key.h>
#include <motecurve/point.h>
#include <openssl/crypto.h>
#include <string.h>

#define KEY_PARTS (OSSL_KEYMGMT_SELECT_PUBLIC_KEY | OSSL_KEYMGMT_SELECT_PRIVATE_KEY)

ec_key *key_new(provider *of)
{
    ec_key *key = OPENSSL_zalloc(sizeof *key);
    if (!key) {
        RAISE(of, REASON_MEMORY, "a key takes %zu bytes", sizeof *key);
        return NULL;
    }
    key->provider = of;
    key->form = POINT_CONVERSION_UNCOMPRESSED;
    atomic_init(&key->references, 1);
    return key;
}

ec_key *key_share(ec_key *key)
{
    atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

static void forget_private_key(ec_key *key)
{
    if (key->private_key)
        OPENSSL_secure_clear_free(key->private_key, mc_curve_scalar_bytes(key->group->curve));
    key->private_key = NULL;
}

void key_free(void *of)
{
    ec_key *key = of;
    if (!key || atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) != 1)
        return;
    forget_private_key(key);
    EVP_PKEY_free(key->other);
    OPENSSL_clear_free(key, sizeof *key);
}

static int keep_private_key(ec_key *key, const uint8_t *private_key)
{
    const size_t bytes = mc_curve_scalar_bytes(key->group->curve);
    key->private_key = OPENSSL_secure_malloc(bytes);
    if (!key->private_key)
        return RAISE(key->provider, REASON_MEMORY, "a private key takes %zu bytes", bytes);
    memcpy(key->private_key, private_key, bytes);
    return 1;
}

static int set_public_key(ec_key *key, const uint8_t *encoded, size_t bytes)
{
    const mc_curve *curve = key->group->curve;
    mc_status status = mc_point_decode(key->public_key, encoded, bytes, curve);
    if (status == MC_OK)
        status = mc_public_key_validate(key->public_key, mc_curve_public_key_bytes(curve), curve);
    key->has_public_key = status == MC_OK;
    return IS_DONE(key->provider, status, "a public key");
}

int key_set(ec_key *key, const group *its_group, const uint8_t *private_key, size_t private_key_bytes,
            const uint8_t *public_key, size_t public_key_bytes)
{
    uint8_t own[MC_MAX_PUBLIC_KEY_BYTES];
    const mc_curve *curve = its_group->curve;
    forget_private_key(key);
    key->group = its_group;
    key->has_public_key = 0;
    if (public_key && !set_public_key(key, public_key, public_key_bytes))
        return 0;
    if (!private_key)
        return 1;
    if (!IS_DONE(key->provider, mc_public_key(own, private_key, private_key_bytes, curve), "a private key"))
        return 0;
    if (public_key && memcmp(own, key->public_key, mc_curve_public_key_bytes(curve)) != 0)
        return IS_DONE(key->provider, MC_ERROR_KEY_PAIR, "a pair of keys");
    memcpy(key->public_key, own, sizeof own);
    key->has_public_key = 1;
    return keep_private_key(key, private_key);
}

int key_generate(ec_key *key)
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES];
    const mc_curve *curve = key->group->curve;
    const mc_status status = mc_key_generate(private_key, key->public_key, draw_private, key->provider, curve);
    key->has_public_key = status == MC_OK;
    const int done = IS_DONE(key->provider, status, "the generation of a key") && keep_private_key(key, private_key);
    OPENSSL_cleanse(private_key, sizeof private_key);
    return done;
}

size_t key_encode_point(uint8_t encoded[MC_MAX_PUBLIC_KEY_BYTES], const ec_key *key, point_conversion_form_t form)
{
    const mc_curve *curve = key->group->curve;
    const size_t bytes = mc_curve_public_key_bytes(curve);
    if (!key->has_public_key || mc_point_encode(encoded, key->public_key, (mc_point_form)form, bytes, curve) != MC_OK)
        return 0;
    return form == POINT_CONVERSION_COMPRESSED ? 1 + mc_curve_field_bytes(curve) : bytes;
}

/* OpenSSL asks this of a key that is null, too. */
int key_has(const void *of, int selection)
{
    const ec_key *key = of;
    if (!key)
        return 0;
    const int asked = selection & (KEY_PARTS | OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS);
    int parts = key->group ? OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS : 0;
    if (key->other)
        parts = key->other_selection;
    if (key->has_public_key)
        parts |= OSSL_KEYMGMT_SELECT_PUBLIC_KEY;
    if (key->private_key)
        parts |= OSSL_KEYMGMT_SELECT_PRIVATE_KEY;
    return (parts & asked) == asked;
}

/* At least one is another provider's: its curve may have all its parameters instead of a name. */
static int match_others(const ec_key *key, const ec_key *other, int selection)
{
    EVP_PKEY *first = others_copy(key), *second = others_copy(other);
    const int is_equal =
        first && second &&
        (selection & KEY_PARTS ? EVP_PKEY_eq(first, second) : EVP_PKEY_parameters_eq(first, second)) == 1;
    EVP_PKEY_free(first);
    EVP_PKEY_free(second);
    return is_equal;
}

int key_match(const void *of, const void *with, int selection)
{
    const ec_key *key = of, *other = with;
    if (!key || !other)
        return 0;
    if (key->other || other->other)
        return match_others(key, other, selection);
    if (!key->group || key->group != other->group)
        return 0;
    if (!(selection & KEY_PARTS))
        return 1;
    return key->has_public_key && other->has_public_key &&
           memcmp(key->public_key, other->public_key, mc_curve_public_key_bytes(key->group->curve)) == 0;
}

int key_validate(const void *of, int selection, int check_type)
{
    const ec_key *key = of;
    uint8_t own[MC_MAX_PUBLIC_KEY_BYTES];
    (void)check_type;
    if (key->other)
        return others_validate(key, selection);
    if (!key_has(key, selection))
        return RAISE(key->provider, REASON_NO_KEY, "the key lacks a part that is to be validated");
    const mc_curve *curve = key->group->curve;
    const size_t bytes = mc_curve_public_key_bytes(curve);
    if (selection & OSSL_KEYMGMT_SELECT_PUBLIC_KEY &&
        !IS_DONE(key->provider, mc_public_key_validate(key->public_key, bytes, curve), "a public key"))
        return 0;
    if (!(selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY))
        return 1;
    if (!IS_DONE(key->provider, mc_public_key(own, key->private_key, mc_curve_scalar_bytes(curve), curve),
                 "a private key"))
        return 0;
    return IS_DONE(key->provider, memcmp(own, key->public_key, bytes) == 0 ? MC_OK : MC_ERROR_KEY_PAIR,
                   "a pair of keys");
}

void *key_copy(const void *of, int selection)
{
    const ec_key *key = of;
    ec_key *copy = key ? key_new(key->provider) : NULL;
    if (!copy)
        return NULL;
    copy->form = key->form;
    copy->is_cofactor_used = key->is_cofactor_used;
    copy->is_public_left_out = key->is_public_left_out;
    copy->group = key->group;
    copy->other_selection = key->other_selection;
    if (key->other && !(copy->other = EVP_PKEY_dup(key->other))) {
        key_free(copy);
        return NULL;
    }
    if (selection & KEY_PARTS) {
        copy->has_public_key = key->has_public_key;
        memcpy(copy->public_key, key->public_key, sizeof copy->public_key);
    }
    if (selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY && key->private_key && !keep_private_key(copy, key->private_key)) {
        key_free(copy);
        return NULL;
    }
    return copy;
}
