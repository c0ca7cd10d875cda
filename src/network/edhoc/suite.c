/* The suites' curves, and keys on them. A mote image has one curve: one agreement, or P-256 for both uses. */
#include "network/edhoc/suite.h"

#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/key.h"
#include "motecurve/point.h"
#include "word/word.h"

#define POINT_BYTES (1 + 2 * KEY_BYTES)

const mc_curve *mc_edhoc_agreement_curve(uint8_t suite)
{
    return suite < 2 ? mc_curve_find("Curve25519") : mc_curve_find("secp256r1");
}

const mc_curve *mc_edhoc_signature_curve(uint8_t suite)
{
    return suite < 2 ? mc_curve_find("Ed25519") : mc_curve_find("secp256r1");
}

uint8_t mc_edhoc_has_suite(uint8_t suite)
{
    return suite < MC_EDHOC_MAX_SUITES && mc_edhoc_agreement_curve(suite) != NULL;
}

uint8_t mc_edhoc_tag_bytes(uint8_t suite)
{
    return suite % 2 ? 16 : 8;
}

mc_status mc_edhoc_ephemeral(mc_edhoc *session, mc_random random, void *context)
{
    uint8_t public_key[POINT_BYTES];
    const mc_curve *curve = mc_edhoc_agreement_curve(session->suite);
    const mc_status status = mc_key_generate(session->ephemeral, public_key, random, context, curve);
    if (status == MC_OK)
        memcpy(session->own_x, public_key + (mc_curve_public_key_bytes(curve) == POINT_BYTES), KEY_BYTES);
    return status;
}

/* On P-256 either point with that x does: the secret is a coordinate x, which both share. */
mc_status mc_edhoc_agree_x(uint8_t secret[KEY_BYTES], const uint8_t *private_key, const uint8_t x[KEY_BYTES],
                           uint8_t suite)
{
    const mc_curve *curve = mc_edhoc_agreement_curve(suite);
    uint8_t compressed[1 + KEY_BYTES] = {MC_POINT_COMPRESSED}, point[POINT_BYTES];
    if (mc_curve_public_key_bytes(curve) != POINT_BYTES)
        return mc_ecdh(secret, private_key, x, KEY_BYTES, KEY_BYTES, curve);
    memcpy(compressed + 1, x, KEY_BYTES);
    const mc_status status = mc_point_decode(point, compressed, sizeof compressed, curve);
    return status == MC_OK ? mc_ecdh(secret, private_key, point, KEY_BYTES, sizeof point, curve) : status;
}

mc_status mc_edhoc_agree(uint8_t secret[KEY_BYTES], const uint8_t *private_key, const mc_edhoc_credential *peer,
                         uint8_t suite)
{
    return mc_ecdh(secret, private_key, peer->public_key, KEY_BYTES, peer->public_key_bytes,
                   mc_edhoc_agreement_curve(suite));
}
