/* Keys of Sakai, Ohgishi and Kasahara 2000: e(s Q_A, Q_B) = e(Q_A, s Q_B), with the lesser identity's point on side 0
 * and the other's on side 1. HKDF of the value's digest gives the key, bound to both identities in that order. */
#include "ibe/once/object.h"

#include <string.h>

#include "motecurve/kdf.h"

/* Below, equal or above 0 as a comes before b, is b, or comes after it: by their bytes, then by their lengths. */
static int compare(const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes)
{
    const int order = memcmp(a, b, a_bytes < b_bytes ? a_bytes : b_bytes);
    return order ? order : (a_bytes > b_bytes) - (a_bytes < b_bytes);
}

MC_NOINLINE void ibe_hash_identities(uint8_t digest[MC_SHA256_BYTES], const ibe_point *first, const ibe_point *second)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, first->identity, first->identity_bytes);
    mc_sha256_feed(&context, second->identity, second->identity_bytes);
    mc_sha256_finish(digest, &context);
}

mc_status mc_ibe_agree(uint8_t *key, size_t key_bytes, const uint8_t *private_key, const uint8_t *identity,
                       const uint8_t *peer_identity, size_t private_key_bytes, size_t identity_bytes,
                       size_t peer_identity_bytes, const mc_ibe_group *group)
{
    uint8_t value[MC_SHA256_BYTES], identities[MC_SHA256_BYTES], salt[IBE_TAG_BYTES];
    mc_status status =
        mc_ibe_read_head(private_key, private_key_bytes, MC_IBE_PRIVATE_KEY, MC_IBE_FOR_AGREEMENT, group);
    if (status == MC_OK && (key_bytes == 0 || key_bytes > MC_IBE_KEY_MAX_BYTES))
        status = MC_ERROR_LENGTH;
    if (status == MC_OK)
        status = mc_ibe_check_identity(identity, identity_bytes);
    if (status == MC_OK)
        status = mc_ibe_check_identity(peer_identity, peer_identity_bytes);
    if (status == MC_OK) {
        const int order = compare(identity, identity_bytes, peer_identity, peer_identity_bytes);
        const uint8_t side = order > 0;
        const ibe_point own = {.base = ibe_side(private_key + MC_IBE_HEAD_BYTES + 1, side, group),
                               .identity = identity,
                               .identity_bytes = identity_bytes};
        const ibe_point peer = {
            .identity = peer_identity, .identity_bytes = peer_identity_bytes, .use = MC_IBE_FOR_AGREEMENT};
        const ibe_point *first = side == 0 ? &own : &peer, *second = side == 0 ? &peer : &own;
        status = order == 0 ? MC_IBE_ERROR_SAME_IDENTITY : group->pair(value, first, second, NULL);
        ibe_hash_identities(identities, first, second);
    }
    if (status == MC_OK) {
        ibe_tag(salt, MC_IBE_FOR_AGREEMENT, 0, group->number);
        salt[IBE_TAG_BYTES - 3] = 'K';
        status =
            mc_hkdf(key, key_bytes, &mc_sha256, salt, sizeof salt, value, sizeof value, identities, sizeof identities);
    }
    mc_wipe(value, sizeof value);
    return mc_ibe_end(status, key, key_bytes);
}
