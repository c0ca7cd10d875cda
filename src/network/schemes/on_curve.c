#include "network/schemes/on_curve.h"

#include "word/word.h"

#ifdef MC_SINGLE_CURVE
/* The image's curve, if it has this name. */
static const mc_curve *find(const char *name)
{
    const char *own = mc_curve_name(mc_curve_at(0));
    size_t i = 0;
    while (own[i] && own[i] == name[i])
        i++;
    return own[i] == name[i] ? mc_curve_at(0) : NULL;
}
#else
#define find mc_curve_find
#endif

const mc_curve *mc_network_on_curve(const mc_network_platform *platform)
{
    char name[ON_CURVE_NAME_BYTES + 1] = {0};
    if (mc_network_provision(platform, 0, (uint8_t *)name, ON_CURVE_NAME_BYTES) != MC_OK)
        return NULL;
    return find(name);
}

mc_status mc_network_on_curve_start(mc_network_node *node)
{
    const mc_curve *curve = mc_network_on_curve(node->platform);
    return curve && mc_curve_signature_bytes(curve) ? MC_OK : MC_ERROR_UNSUPPORTED;
}

mc_status mc_network_authority(uint8_t *public_key, const mc_network_platform *platform, const mc_curve *curve)
{
    return mc_network_provision(platform, ON_CURVE_NAME_BYTES, public_key, mc_curve_public_key_bytes(curve));
}

mc_status mc_network_private_key(uint8_t *private_key, const mc_network_platform *platform, const mc_curve *curve)
{
    const uint16_t at = (uint16_t)(ON_CURVE_NAME_BYTES + mc_curve_public_key_bytes(curve));
    return mc_network_provision(platform, at, private_key, mc_curve_scalar_bytes(curve));
}

mc_status mc_network_public_octets(uint8_t *octets, size_t bytes, const mc_network_platform *platform,
                                   const mc_curve *curve)
{
    const size_t at = ON_CURVE_NAME_BYTES + mc_curve_public_key_bytes(curve) + mc_curve_scalar_bytes(curve);
    return mc_network_provision(platform, (uint16_t)at, octets, bytes);
}

mc_status mc_network_certified(uint8_t head[ON_CURVE_HEAD_BYTES], const mc_network_platform *platform, uint16_t id)
{
    const mc_status status = platform->store_read(platform->context, 0, head, ON_CURVE_HEAD_BYTES);
    head[4] = (uint8_t)(id >> 8);
    head[5] = (uint8_t)id;
    return status;
}

mc_status mc_network_transcript(uint8_t digest[MC_SHA256_BYTES], const mc_network_exchange *x,
                                const uint8_t *of_initiator, const uint8_t *of_responder, const mc_curve *curve)
{
    const uint16_t responder = mc_network_responder(x);
    uint8_t said[ON_CURVE_HEAD_BYTES + 2] = {[ON_CURVE_HEAD_BYTES] = (uint8_t)(responder >> 8), (uint8_t)responder};
    mc_sha256_context context;
    const mc_status status = mc_network_certified(said, x->platform, mc_network_initiator(x));
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, said, sizeof said);
    mc_sha256_feed(&context, x->nonce_initiator, sizeof x->nonce_initiator);
    mc_sha256_feed(&context, x->nonce_responder, sizeof x->nonce_responder);
    mc_sha256_feed(&context, of_initiator, mc_network_compressed_bytes(curve));
    mc_sha256_feed(&context, of_responder, mc_network_compressed_bytes(curve));
    mc_sha256_finish(digest, &context);
    return status;
}
