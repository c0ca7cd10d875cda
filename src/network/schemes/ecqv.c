/* Implicit certificates and static keys: the C(0e, 2s) scheme of SP 800-56A Rev. 3 (6.3) with bilateral key
 * confirmation (6.3.3.4), keys by ECQV (SEC 4). Both sides draw a nonce, of the engine; there is no forward secrecy,
 * and who has a node's private key can pretend to be anyone to that node.
 *
 *   1   P_I              the point of the initiator's certificate, compressed
 *   2   P_R, tag_R       tag_R = HMAC(mac_key, "KC_2_V", R, I, nonce_R, nonce_I), its first 8 octets
 *   3   tag_I            tag_I = HMAC(mac_key, "KC_2_U", I, R, nonce_I, nonce_R), likewise
 *
 * The rest of a certificate is what mc_network_certified says, which both sides know. secret, mac_key = HKDF-SHA-256 of
 * the shared x-coordinate, with the transcript as the salt. A certificate by another authority, of another id, network
 * or scheme gives a key whose private key nobody has: it shows at the tag. Errors: MC_ERROR_LENGTH, those of
 * mc_ecqv_public_key for a point, MC_ERROR_MAC.
 *
 * Public octets of the provision: the own point. Constant time in keys. */
#include "motecurve/ecqv.h"

#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/hmac.h"
#include "motecurve/kdf.h"
#include "network/schemes/on_curve.h"
#include "word/word.h"

#define TAG_BYTES 8
#define MAC_BYTES 16

typedef struct {
    uint8_t certificate[ON_CURVE_HEAD_BYTES + ON_CURVE_COMPRESSED_BYTES]; /* of the peer */
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];                          /* the authority's, then the peer's */
    uint8_t shared[ON_CURVE_PRIVATE_BYTES];                               /* the private key, then the coordinate */
    uint8_t keys[MC_NETWORK_SECRET_BYTES + MAC_BYTES];                    /* the transcript, then secret, mac_key */
} ecqv_state;

/* The transcript, with the own point in the place of the public key. */
static mc_status hash(const mc_network_exchange *x, const mc_curve *curve)
{
    ecqv_state *state = x->state;
    const uint8_t *own = state->public_key, *peer = state->certificate + ON_CURVE_HEAD_BYTES;
    const uint8_t is_initiator = x->role == MC_NETWORK_INITIATOR;
    mc_status status =
        mc_network_public_octets(state->public_key, mc_network_compressed_bytes(curve), x->platform, curve);
    if (status == MC_OK)
        status = mc_network_transcript(state->keys, x, is_initiator ? own : peer, is_initiator ? peer : own, curve);
    return status;
}

/* The x-coordinate that both sides share. */
static mc_status share(const mc_network_exchange *x, const mc_curve *curve)
{
    ecqv_state *state = x->state;
    const size_t public_bytes = mc_curve_public_key_bytes(curve), private_bytes = mc_curve_scalar_bytes(curve);
    mc_status status = mc_network_authority(state->public_key, x->platform, curve);
    if (status == MC_OK)
        status = mc_ecqv_public_key(state->public_key, state->certificate, state->public_key,
                                    ON_CURVE_HEAD_BYTES + mc_network_compressed_bytes(curve), public_bytes, &mc_sha256,
                                    curve);
    if (status == MC_OK)
        status = mc_network_private_key(state->shared, x->platform, curve);
    if (status == MC_OK)
        status = mc_ecdh(state->shared, state->shared, state->public_key, private_bytes, public_bytes, curve);
    return status;
}

/* Both keys, of the point that the peer sent. */
static mc_status agree(const mc_network_exchange *x, const mc_curve *curve)
{
    ecqv_state *state = x->state;
    memcpy(state->certificate + ON_CURVE_HEAD_BYTES, x->message, mc_network_compressed_bytes(curve));
    mc_status status = mc_network_certified(state->certificate, x->platform, x->peer);
    if (status == MC_OK)
        status = hash(x, curve);
    if (status == MC_OK)
        status = share(x, curve);
    if (status == MC_OK)
        status = mc_hkdf(state->keys, sizeof state->keys, &mc_sha256, state->keys, sizeof state->keys, state->shared,
                         mc_curve_field_bytes(curve), NULL, 0);
    mc_wipe(state->shared, sizeof state->shared);
    return status;
}

/* The tag that the side of this role sends (SP 800-56A Rev. 3, 5.9.1.1). */
static void make_tag(uint8_t tag[MC_SHA256_BYTES], const mc_network_exchange *x, uint8_t role)
{
    const ecqv_state *state = x->state;
    const uint16_t i = mc_network_initiator(x), r = mc_network_responder(x);
    const uint8_t is_initiator = role == MC_NETWORK_INITIATOR;
    const uint16_t first = is_initiator ? i : r, second = is_initiator ? r : i;
    const uint8_t said[] = {'K',
                            'C',
                            '_',
                            '2',
                            '_',
                            is_initiator ? 'U' : 'V',
                            (uint8_t)(first >> 8),
                            (uint8_t)first,
                            (uint8_t)(second >> 8),
                            (uint8_t)second};
    mc_hmac_sha256_key key;
    mc_sha256_context context;
    mc_hmac_sha256_set_key(&key, state->keys + MC_NETWORK_SECRET_BYTES, MAC_BYTES);
    mc_hmac_sha256_begin(&context, &key);
    mc_sha256_feed(&context, said, sizeof said);
    mc_sha256_feed(&context, is_initiator ? x->nonce_initiator : x->nonce_responder, sizeof x->nonce_initiator);
    mc_sha256_feed(&context, is_initiator ? x->nonce_responder : x->nonce_initiator, sizeof x->nonce_initiator);
    mc_hmac_sha256_finish(tag, &context, &key);
    mc_wipe(&key, sizeof key);
}

/* MC_OK if the peer's tag is right; the secret is then the engine's. */
static mc_status check(mc_network_exchange *x, const uint8_t *given)
{
    const ecqv_state *state = x->state;
    uint8_t tag[MC_SHA256_BYTES];
    make_tag(tag, x, x->role == MC_NETWORK_INITIATOR ? MC_NETWORK_RESPONDER : MC_NETWORK_INITIATOR);
    const uint8_t is_right = mc_octets_equal(tag, given, TAG_BYTES);
    mc_wipe(tag, sizeof tag);
    if (!is_right)
        return MC_ERROR_MAC;
    memcpy(x->secret, state->keys, sizeof x->secret);
    return MC_OK;
}

static mc_status write(mc_network_exchange *x, uint8_t number)
{
    const mc_curve *curve = mc_network_on_curve(x->platform);
    const size_t point_bytes = number < 3 ? mc_network_compressed_bytes(curve) : 0;
    mc_status status = curve ? MC_OK : MC_ERROR_UNSUPPORTED;
    uint8_t tag[MC_SHA256_BYTES];
    if (status == MC_OK)
        status = mc_network_public_octets(x->message, point_bytes, x->platform, curve);
    if (status != MC_OK)
        return status;
    x->bytes = (uint16_t)point_bytes;
    if (number > 1) {
        make_tag(tag, x, x->role);
        memcpy(x->message + point_bytes, tag, TAG_BYTES);
        mc_wipe(tag, sizeof tag); /* the other octets are not sent */
        x->bytes = (uint16_t)(point_bytes + TAG_BYTES);
    }
    return MC_OK;
}

static mc_status read(mc_network_exchange *x, uint8_t number)
{
    const mc_curve *curve = mc_network_on_curve(x->platform);
    const size_t point_bytes = number < 3 ? mc_network_compressed_bytes(curve) : 0;
    mc_status status = curve ? MC_OK : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK && x->bytes != point_bytes + (number > 1 ? TAG_BYTES : 0))
        status = MC_ERROR_LENGTH;
    if (status == MC_OK && number < 3)
        status = agree(x, curve);
    return status == MC_OK && number > 1 ? check(x, x->message + point_bytes) : status;
}

/* answer_ms: secp256r1 on an ATmega128 at 7.37 MHz. */
const mc_network_scheme mc_network_ecqv = {
    .name = "ecqv",
    .number = MC_NETWORK_ECQV,
    .messages = 3,
    .has_initiator_nonce = 1,
    .exchange_bytes = sizeof(ecqv_state),
    .message_bytes_max = ON_CURVE_COMPRESSED_BYTES + TAG_BYTES,
    .answer_ms = 6000,
    .start = mc_network_on_curve_start,
    .write = write,
    .read = read,
};
