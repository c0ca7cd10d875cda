/* Signatures of Cha and Cheon 2003, with Q the identity's point and S = s Q its private key:
 *
 *   U = k Q, h = H(U, identity, message), V = (k + h) S; valid if e(V, P) = e(U + h Q, s P)
 *
 * H is expand_message_xmd of RFC 9380 to 64 bytes, modulo the order. The nonce k is HMAC-SHA-256 of the identity and
 * the message, and of random bytes if it is hedged, with the private key for its key: as RFC 6979 has it, without that
 * document's generator, whose loop would reject numbers above the order. */
#include "ibe/once/object.h"
#include "ibe/once/scalar.h"

#include <string.h>

#include "motecurve/hmac.h"
#include "pairing/once/expand_message.h"

enum { KEY_AT = MC_IBE_HEAD_BYTES + 1 }; /* of the point in a private key */

typedef struct {
    const uint8_t *identity, *message;
    size_t identity_bytes, message_bytes;
} text;

size_t mc_ibe_signature_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_SIGNATURE, MC_IBE_FOR_SIGNATURES, group);
}

/* Apart from its caller, so that its contexts are off the stack when points are computed; so is the next function. The
 * identity's encoding tells where it ends, U has the length of its side: no two texts are hashed alike. */
MC_NOINLINE void ibe_hash_text(uint8_t *h, const uint8_t *u, const text *of, const mc_ibe_group *group)
{
    uint8_t octets[64], tag[IBE_TAG_BYTES];
    ibe_tag(tag, MC_IBE_FOR_SIGNATURES, 0, group->number);
    tag[IBE_TAG_BYTES - 3] = 'H';
    const mc_message message = {
        .pieces = {{u, group->point_bytes[0]}, {of->identity, of->identity_bytes}, {of->message, of->message_bytes}},
        .domain = tag,
        .domain_bytes = sizeof tag};
    const mc_status status = mc_expand_message(octets, sizeof octets, &message);
    (void)status; /* the tag has its length */
    mc_ibe_scalar_mod(h, octets, sizeof octets, group);
}

/* k from 64 bytes, two blocks HMAC(S, i || hedge || SHA-256(identity || message)); hedge: 0 or IBE_SEED_BYTES bytes. */
MC_NOINLINE void ibe_derive_nonce(uint8_t *k, const uint8_t *key, const uint8_t *hedge, size_t hedge_bytes,
                                  const text *of, const mc_ibe_group *group)
{
    uint8_t octets[2 * MC_SHA256_BYTES], digest[MC_SHA256_BYTES];
    mc_hash_context hash;
    mc_hmac_context mac;
    mc_hash_begin(&hash, &mc_sha256);
    mc_hash_feed(&hash, of->identity, of->identity_bytes);
    mc_hash_feed(&hash, of->message, of->message_bytes);
    mc_hash_finish(digest, &hash);
    for (uint8_t i = 0; i < 2; i++) {
        mc_hmac_begin(&mac, &mc_sha256, key, group->point_bytes[0]);
        mc_hmac_feed(&mac, &i, 1);
        mc_hmac_feed(&mac, hedge, hedge_bytes);
        mc_hmac_feed(&mac, digest, sizeof digest);
        mc_hmac_finish(octets + i * MC_SHA256_BYTES, &mac);
    }
    mc_ibe_scalar_mod(k, octets, sizeof octets, group);
    mc_wipe(octets, sizeof octets);
    mc_wipe(digest, sizeof digest);
}

static mc_status sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *hedge, size_t private_key_bytes,
                      size_t hedge_bytes, const text *of, const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_signature_bytes(group);
    uint8_t k[IBE_ORDER_MAX_BYTES], h[IBE_ORDER_MAX_BYTES], u[IBE_POINT_MAX_BYTES];
    mc_status status =
        mc_ibe_read_head(private_key, private_key_bytes, MC_IBE_PRIVATE_KEY, MC_IBE_FOR_SIGNATURES, group);
    if (status == MC_OK)
        status = mc_ibe_check_identity(of->identity, of->identity_bytes);
    if (status == MC_OK) {
        ibe_derive_nonce(k, private_key + KEY_AT, hedge, hedge_bytes, of, group);
        const ibe_point point = {.multiplier = k,
                                 .identity = of->identity,
                                 .identity_bytes = of->identity_bytes,
                                 .use = MC_IBE_FOR_SIGNATURES};
        status = group->write(u, &point, 0);
    }
    if (status == MC_OK) {
        ibe_hash_text(h, u, of, group);
        mc_ibe_scalar_add(k, k, h, group);
        const ibe_point point = {.base = private_key + KEY_AT, .multiplier = k};
        status = group->write(signature + MC_IBE_HEAD_BYTES + group->point_bytes[0], &point, 0);
    }
    if (status == MC_OK) {
        memcpy(signature + MC_IBE_HEAD_BYTES, u, group->point_bytes[0]);
        mc_ibe_write_head(signature, MC_IBE_SIGNATURE, bytes, group);
    }
    mc_wipe(k, sizeof k);
    return mc_ibe_end(status, signature, bytes);
}

mc_status mc_ibe_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *identity, const uint8_t *message,
                      size_t private_key_bytes, size_t identity_bytes, size_t message_bytes, const mc_ibe_group *group)
{
    const text of = {identity, message, identity_bytes, message_bytes};
    return sign(signature, private_key, NULL, private_key_bytes, 0, &of, group);
}

mc_status mc_ibe_sign_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *identity,
                             const uint8_t *message, size_t private_key_bytes, size_t identity_bytes,
                             size_t message_bytes, mc_random random, void *context, const mc_ibe_group *group)
{
    const text of = {identity, message, identity_bytes, message_bytes};
    uint8_t hedge[IBE_SEED_BYTES];
    mc_status status = group ? mc_ibe_draw(hedge, sizeof hedge, random, context) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK)
        status = sign(signature, private_key, hedge, private_key_bytes, sizeof hedge, &of, group);
    else
        mc_wipe(signature, mc_ibe_signature_bytes(group));
    mc_wipe(hedge, sizeof hedge);
    return status;
}

mc_status mc_ibe_verify(const uint8_t *signature, const uint8_t *identity, const uint8_t *message,
                        const uint8_t *parameters, size_t signature_bytes, size_t identity_bytes, size_t message_bytes,
                        size_t parameters_bytes, const mc_ibe_group *group)
{
    const text of = {identity, message, identity_bytes, message_bytes};
    uint8_t h[IBE_ORDER_MAX_BYTES], is_equal = 0;
    mc_status status = mc_ibe_read_head(signature, signature_bytes, MC_IBE_SIGNATURE, MC_IBE_FOR_SIGNATURES, group);
    if (status == MC_OK)
        status = mc_ibe_read_head(parameters, parameters_bytes, MC_IBE_PARAMETERS, MC_IBE_FOR_SIGNATURES, group);
    if (status == MC_OK)
        status = mc_ibe_check_identity(identity, identity_bytes);
    if (status != MC_OK)
        return status;
    const uint8_t *u = signature + MC_IBE_HEAD_BYTES, *v = u + group->point_bytes[0];
    ibe_hash_text(h, u, &of, group);
    const ibe_point sum = {.addend = u,
                           .multiplier = h,
                           .identity = identity,
                           .identity_bytes = identity_bytes,
                           .use = MC_IBE_FOR_SIGNATURES};
    const ibe_point equation[4] = {
        {.base = v}, {.use = 0}, sum, {.base = ibe_side(parameters + MC_IBE_HEAD_BYTES, 1, group)}};
    status = group->is_equal(&is_equal, equation);
    return status == MC_OK && !is_equal ? MC_ERROR_SIGNATURE : status;
}
