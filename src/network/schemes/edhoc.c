/* EDHOC (RFC 9528; motecurve/network/edhoc.h) as a scheme. Messages 1 to 3 are those of the standard, with connection
 * identifiers of no octets and {4: id}, two octets, as ID_CRED_x. CRED_x is a CWT claims set,
 * {8: {1: COSE_Key}, 10: the responder's nonce}, whose key identifier is the id. Nodes find the public key in their
 * provision: credentials never go over the air. The nonce (eat_nonce of RFC 9711, 4.1) is there since no message has
 * it: without it a forged HELLO would have both sides end with two keys.
 * secret = EDHOC_Exporter(EXPORT_LABEL, << both ids, the responder's nonce >>, 16). Whoever finds private keys later
 * does not learn it. Errors are those of motecurve/network/edhoc.h; MC_ERROR_CERTIFICATE where a peer names another id
 * than that of its frames, or one that the provision has not.
 *
 * Provision, from its own part on: the method (0 or 3); the number of suites, 1 or 2, and two octets of them, the best
 * first, of which the first is proposed; the number of nodes, 2 octets; the own private key, 32; then for each node,
 * itself included, with ids that rise, its id, 2 octets, and its public key: 2 or 3 and x on P-256, else 0 and the 32
 * octets of X25519 (method 3) or Ed25519 (method 0). Constant time in private keys. */
#include "motecurve/network/edhoc.h"

#include <string.h>

#include "motecurve/curve.h"
#include "motecurve/point.h"
#include "network/cbor.h"
#include "network/parameters.h"
#include "network/scheme.h"
#include "word/word.h"

/* A bit for each method that the build takes, 1 and 8: the preprocessor knows no enum. Signatures need longer messages,
 * and verifying them more stack. */
#ifndef MC_NETWORK_EDHOC_METHODS
#ifdef MC_SINGLE_CURVE
#define MC_NETWORK_EDHOC_METHODS (1 << 3)
#else
#define MC_NETWORK_EDHOC_METHODS (1 << 3 | 1 << 0)
#endif
#endif

#define KEY_BYTES    MC_EDHOC_KEY_BYTES
#define POINT_BYTES  (1 + 2 * KEY_BYTES)
#define SUITES_MAX   2
#define EXPORT_LABEL 0x8000 /* the first for private use (RFC 9528, 10.1) */

/* Message 2: a head of two octets, G_Y, C_R, the id of three, a MAC with its head of one, or a signature of two. */
#if MC_NETWORK_EDHOC_METHODS & 1 << 0
#define MESSAGE_BYTES (2 + KEY_BYTES + 1 + 3 + 2 + 64)
#else
#define MESSAGE_BYTES (2 + KEY_BYTES + 1 + 3 + 1 + 16)
#endif

/* Where the provision has what. */
enum {
    AT_METHOD = 0,
    AT_SUITES = 1,
    AT_COUNT = AT_SUITES + 1 + SUITES_MAX,
    AT_PRIVATE_KEY = AT_COUNT + 2,
    AT_NODES = AT_PRIVATE_KEY + KEY_BYTES,
    NODE_BYTES = 2 + 1 + KEY_BYTES,
    NODES_MAX = (MC_NETWORK_BOOT_AT - MC_NETWORK_PROVISION_AT - AT_NODES) / NODE_BYTES
};

/* One credential at a time: writing a message needs our own, reading one needs the peer's. */
typedef struct {
    mc_edhoc session;
    mc_edhoc_profile profile;
    mc_edhoc_credential credential;
    uint8_t suites[SUITES_MAX];
    uint8_t id_cred[5];
    uint8_t cred[18 + KEY_BYTES + 2 + MC_NETWORK_NONCE_BYTES];
    uint8_t key[POINT_BYTES]; /* the peer's public key, or the own private key */
} edhoc_state;

static uint16_t get_16(const uint8_t octets[2])
{
    return (uint16_t)((uint16_t)octets[0] << 8 | octets[1]);
}

/* A node's public key, by halves of the provision; MC_ERROR_CERTIFICATE if it is not there. */
static mc_status find_key(uint8_t key[1 + KEY_BYTES], const mc_network_platform *platform, uint16_t id)
{
    uint8_t octets[2];
    mc_status status = mc_network_provision(platform, AT_COUNT, octets, sizeof octets);
    uint16_t low = 0, high = get_16(octets);
    while (status == MC_OK && low < high) {
        const uint16_t middle = (uint16_t)(low + (high - low) / 2), at = (uint16_t)(AT_NODES + middle * NODE_BYTES);
        status = mc_network_provision(platform, at, octets, sizeof octets);
        if (get_16(octets) == id)
            return status == MC_OK ? mc_network_provision(platform, at + 2, key, 1 + KEY_BYTES) : status;
        if (get_16(octets) < id)
            low = (uint16_t)(middle + 1);
        else
            high = middle;
    }
    return status == MC_OK ? MC_ERROR_CERTIFICATE : status;
}

/* {8: {1: {1: kty, 2: id, -1: crv, -2: x}}, 10: nonce}, on P-256 with -3: the lowest bit of y (RFC 9053, 7.1.1 and
 * 7.2). */
static void put_cred(mc_network_exchange *x, const uint8_t key[1 + KEY_BYTES], uint8_t curve)
{
    edhoc_state *state = x->state;
    mc_cbor_writer writer = {state->cred, sizeof state->cred, 0};
    const uint8_t is_of_two = *key != 0; /* coordinates */
    const uint8_t head[] = {MC_CBOR_MAP | 2,   8, MC_CBOR_MAP | 1, 1, MC_CBOR_MAP | (is_of_two ? 5 : 4), 1,
                            is_of_two ? 2 : 1, 2};
    const uint8_t last[] = {MC_CBOR_NEGATIVE | 2, *key == 3 ? MC_CBOR_TRUE : MC_CBOR_TRUE - 1};
    mc_cbor_put(&writer, head, sizeof head);
    mc_cbor_put(&writer, state->id_cred + 2, 3);
    mc_cbor_put_head(&writer, MC_CBOR_NEGATIVE, 0);
    mc_cbor_put_head(&writer, MC_CBOR_UNSIGNED, curve);
    mc_cbor_put_head(&writer, MC_CBOR_NEGATIVE, 1);
    mc_cbor_put_octets(&writer, key + 1, KEY_BYTES);
    if (is_of_two)
        mc_cbor_put(&writer, last, sizeof last);
    mc_cbor_put_head(&writer, MC_CBOR_UNSIGNED, 10);
    mc_cbor_put_octets(&writer, x->nonce_responder, sizeof x->nonce_responder);
    state->credential.cred_bytes = writer.used;
}

/* The credential of a node, and in `key` its public key, which a key of one's own does not need. */
static mc_status load(mc_network_exchange *x, uint16_t id)
{
    edhoc_state *state = x->state;
    uint8_t key[1 + KEY_BYTES];
    const uint8_t id_cred[] = {MC_CBOR_MAP | 1, 4, MC_CBOR_OCTETS | 2, (uint8_t)(id >> 8), (uint8_t)id};
    mc_status status = find_key(key, x->platform, id);
    if (status != MC_OK)
        return status;
    memcpy(state->id_cred, id_cred, sizeof id_cred);
    state->credential = (mc_edhoc_credential){.id_cred = state->id_cred,
                                              .cred = state->cred,
                                              .public_key = state->key,
                                              .id_cred_bytes = sizeof state->id_cred,
                                              .public_key_bytes = *key ? POINT_BYTES : KEY_BYTES};
    /* COSE's numbers of curves: P-256, X25519, Ed25519 (RFC 9053, 7.1). */
    put_cred(x, key, *key ? 1 : state->profile.method == MC_EDHOC_STATIC_STATIC ? 4 : 6);
    if (id == x->own)
        return mc_network_provision(x->platform, AT_PRIVATE_KEY, state->key, KEY_BYTES);
    if (*key)
        return mc_point_decode(state->key, key, sizeof key, mc_curve_find("secp256r1"));
    memcpy(state->key, key + 1, KEY_BYTES);
    return MC_OK;
}

/* The credential of the peer, and of nobody else. */
static const mc_edhoc_credential *find(void *context, const uint8_t *id_cred, size_t id_cred_bytes)
{
    mc_network_exchange *x = context;
    edhoc_state *state = x->state;
    if (load(x, x->peer) != MC_OK || id_cred_bytes != sizeof state->id_cred ||
        memcmp(id_cred, state->id_cred, sizeof state->id_cred) != 0)
        return NULL;
    return &state->credential;
}

/* The provision as far as the private key. MC_ERROR_UNSUPPORTED for a method that the build has not, MC_ERROR_ENCODING
 * for numbers beyond their ranges; suites show in the first exchange. */
static mc_status read_head(uint8_t head[AT_PRIVATE_KEY], const mc_network_platform *platform)
{
    const mc_status status = mc_network_provision(platform, 0, head, AT_PRIVATE_KEY);
    if (status != MC_OK)
        return status;
    if (head[AT_METHOD] > 3 || !(MC_NETWORK_EDHOC_METHODS >> head[AT_METHOD] & 1))
        return MC_ERROR_UNSUPPORTED;
    if (head[AT_SUITES] < 1 || head[AT_SUITES] > SUITES_MAX || get_16(head + AT_COUNT) > NODES_MAX)
        return MC_ERROR_ENCODING;
    return MC_OK;
}

static mc_status begin(mc_network_exchange *x)
{
    edhoc_state *state = x->state;
    uint8_t head[AT_PRIVATE_KEY];
    const mc_status status = read_head(head, x->platform);
    if (status != MC_OK)
        return status;
    memcpy(state->suites, head + AT_SUITES + 1, sizeof state->suites);
    state->profile = (mc_edhoc_profile){.method = (mc_edhoc_method)head[AT_METHOD],
                                        .methods = (uint8_t)(1 << head[AT_METHOD]),
                                        .suites = state->suites,
                                        .suites_count = head[AT_SUITES],
                                        .own = &state->credential,
                                        .private_key = state->key,
                                        .find = find,
                                        .context = x};
    return mc_edhoc_begin(&state->session, x->role == MC_NETWORK_INITIATOR ? MC_EDHOC_INITIATOR : MC_EDHOC_RESPONDER,
                          &state->profile);
}

/* The secret; the session has served. */
static mc_status export(mc_network_exchange *x)
{
    edhoc_state *state = x->state;
    const uint8_t is_initiator = x->role == MC_NETWORK_INITIATOR;
    const uint16_t i = is_initiator ? x->own : x->peer, r = is_initiator ? x->peer : x->own;
    uint8_t context[4 + sizeof x->nonce_responder] = {(uint8_t)(i >> 8), (uint8_t)i, (uint8_t)(r >> 8), (uint8_t)r};
    memcpy(context + 4, x->nonce_responder, sizeof x->nonce_responder);
    const mc_status status =
        mc_edhoc_export(x->secret, sizeof x->secret, &state->session, EXPORT_LABEL, context, sizeof context);
    mc_edhoc_end(&state->session);
    return status;
}

static mc_status write(mc_network_exchange *x, uint8_t number)
{
    edhoc_state *state = x->state;
    size_t bytes = 0;
    mc_status status = number == 1 ? begin(x) : load(x, x->own);
    if (status != MC_OK)
        return status;
    if (number == 1)
        status = mc_edhoc_write_1(x->message, &bytes, x->size, &state->session, mc_network_random, x);
    else if (number == 2)
        status = mc_edhoc_write_2(x->message, &bytes, x->size, &state->session, mc_network_random, x);
    else
        status = mc_edhoc_write_3(x->message, &bytes, x->size, &state->session);
    mc_wipe(state->key, sizeof state->key);
    x->bytes = (uint16_t)bytes;
    return status == MC_OK && number == 3 ? export(x) : status;
}

static mc_status read(mc_network_exchange *x, uint8_t number)
{
    edhoc_state *state = x->state;
    if (number == 2)
        return mc_edhoc_read_2(&state->session, x->message, x->bytes);
    if (number == 3) {
        const mc_status status = mc_edhoc_read_3(&state->session, x->message, x->bytes);
        return status == MC_OK ? export(x) : status;
    }
    const mc_status status = begin(x);
    return status == MC_OK ? mc_edhoc_read_1(&state->session, x->message, x->bytes) : status;
}

static mc_status start(mc_network_node *node)
{
    uint8_t head[AT_PRIVATE_KEY];
    return read_head(head, node->platform);
}

/* answer_ms: suite 2 on an ATmega128 at 7.37 MHz. */
const mc_network_scheme mc_network_edhoc = {
    .name = "edhoc",
    .number = MC_NETWORK_EDHOC,
    .messages = 3,
    .has_initiator_nonce = 0,
    .exchange_bytes = sizeof(edhoc_state),
    .message_bytes_max = MESSAGE_BYTES,
    .answer_ms = 9000,
    .start = start,
    .write = write,
    .read = read,
};
