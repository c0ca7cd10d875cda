/* What the schemes with certificates share: a provision on a curve, and what a certificate says.
 *
 * Provision, from its own part on: the curve's first name in 16 octets, filled up with zeros; the authority's public
 * key without compression; the node's private key; its public octets, which differ by scheme. */
#ifndef MC_NETWORK_ON_CURVE_H
#define MC_NETWORK_ON_CURVE_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "network/scheme.h"

#define ON_CURVE_NAME_BYTES 16
#define ON_CURVE_HEAD_BYTES MC_NETWORK_PROVISION_AT /* of what a certificate says */
#define ON_CURVE_MAX(a, b)  ((a) > (b) ? (a) : (b))
/* A private key, or a secret that comes of it in its place. */
#define ON_CURVE_PRIVATE_BYTES    ON_CURVE_MAX(MC_MAX_SCALAR_BYTES, MC_MAX_FIELD_BYTES)
#define ON_CURVE_COMPRESSED_BYTES (1 + MC_MAX_FIELD_BYTES)

/* The provision's curve; null if the build has it not. */
const mc_curve *mc_network_on_curve(const mc_network_platform *platform);
/* The beginning of schemes: MC_ERROR_UNSUPPORTED for such a curve, and for one without signatures. */
mc_status mc_network_on_curve_start(mc_network_node *node);
mc_status mc_network_authority(uint8_t *public_key, const mc_network_platform *platform, const mc_curve *curve);
mc_status mc_network_private_key(uint8_t *private_key, const mc_network_platform *platform, const mc_curve *curve);
/* So many of the public octets. */
mc_status mc_network_public_octets(uint8_t *octets, size_t bytes, const mc_network_platform *platform,
                                   const mc_curve *curve);
/* What the certificate of a node says: the head of its provision, that is "MN", the version, the scheme, its id and its
 * PAN. The PAN and the scheme are this node's, so that no certificate serves in another network or scheme. */
mc_status mc_network_certified(uint8_t head[ON_CURVE_HEAD_BYTES], const mc_network_platform *platform, uint16_t id);
/* digest = SHA-256 of what the initiator's certificate says, the responder's id, both nonces and both sides' points,
 * compressed: all that both sides know of an exchange. Its first octets are what the scheme's certificates say, so that
 * schemes differ. */
mc_status mc_network_transcript(uint8_t digest[MC_SHA256_BYTES], const mc_network_exchange *x,
                                const uint8_t *of_initiator, const uint8_t *of_responder, const mc_curve *curve);

static inline size_t mc_network_compressed_bytes(const mc_curve *curve)
{
    return 1 + mc_curve_field_bytes(curve);
}

static inline uint16_t mc_network_initiator(const mc_network_exchange *x)
{
    return x->role == MC_NETWORK_INITIATOR ? x->own : x->peer;
}

static inline uint16_t mc_network_responder(const mc_network_exchange *x)
{
    return x->role == MC_NETWORK_INITIATOR ? x->peer : x->own;
}

#endif
