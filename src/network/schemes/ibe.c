/* Key establishment by identities, of dahab2006, slides of part II, in the slides' own steps:
 *
 *   1.  A => neighbours:  id_A, nonce_A                                          the HELLO
 *   2.  M -> A:           id_A, enc_{P_A}(sign_{S_M}(id_M | id_A | k | nonce_A))  message 1, of this file
 *   3.  A -> M:           data under k                                           the engine's traffic
 *
 * enc is FullIdent of Boneh and Franklin, sign the signature of Cha and Cheon, which the slides leave open; ids are the
 * names. What the slides' steps do not give: forward secrecy, since A's private key opens what was recorded. Freshness
 * is the engine's, whose nonces do not repeat (boot.c). M learns that A has the key by step 3. The authority can read
 * and write every message.
 *
 * Provision: group (1), parameters, M's private key for signatures, A's for encryption. Constant time in the private
 * keys and in k. */
#include "network/schemes/pairing.h"

#include <string.h>

#define MESSAGE_MAX_BYTES (NETWORK_OVERHEAD_MAX_BYTES + TEXT_BYTES + NETWORK_SIGNATURE_MAX_BYTES)

/* The signed text: id_M, id_A, k, nonce_A; its signature follows. */
enum {
    PEER_AT = 2,
    KEY_AT = 4,
    NONCE_AT = KEY_AT + MC_NETWORK_SECRET_BYTES,
    NONCE_BYTES = 8,
    TEXT_BYTES = NONCE_AT + NONCE_BYTES
};

static void write_id(uint8_t *octets, uint16_t id)
{
    octets[0] = (uint8_t)(id >> 8);
    octets[1] = (uint8_t)id;
}

static size_t text_bytes(const mc_ibe_group *group)
{
    return TEXT_BYTES + mc_ibe_signature_bytes(group);
}

/* Where objects stand in the provision, and their bytes. */
typedef struct {
    size_t signing_at, encryption_at;
    size_t parameters_bytes, signing_bytes, encryption_bytes;
} layout;

static layout layout_of(const mc_ibe_group *group)
{
    layout l = {.parameters_bytes = mc_ibe_parameters_bytes(group),
                .signing_bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_SIGNATURES, group),
                .encryption_bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_ENCRYPTION, group)};
    l.signing_at = l.parameters_bytes;
    l.encryption_at = l.signing_at + l.signing_bytes;
    return l;
}

/* sign_{S_M}: the signature behind the text. These four are functions of their own, so that an object leaves the stack
 * before the next is read. */
MC_NOINLINE mc_status ibe_network_sign(uint8_t *text, mc_network_exchange *x, const mc_ibe_group *group)
{
    uint8_t key[NETWORK_OBJECT_MAX_BYTES], identity[NETWORK_IDENTITY_BYTES];
    const layout l = layout_of(group);
    mc_network_identity(identity, x->own);
    mc_status status = mc_network_object(x->platform, l.signing_at, key, l.signing_bytes);
    if (status == MC_OK)
        status = mc_ibe_sign_hedged(text + TEXT_BYTES, key, identity, text, l.signing_bytes, sizeof identity,
                                    TEXT_BYTES, mc_network_random, x, group);
    mc_wipe(key, sizeof key);
    return status;
}

MC_NOINLINE mc_status ibe_network_encrypt(mc_network_exchange *x, const uint8_t *text, const mc_ibe_group *group)
{
    uint8_t parameters[NETWORK_OBJECT_MAX_BYTES], identity[NETWORK_IDENTITY_BYTES];
    const size_t bytes = mc_ibe_parameters_bytes(group);
    mc_network_identity(identity, x->peer);
    mc_status status = mc_network_object(x->platform, 0, parameters, bytes);
    if (status == MC_OK)
        status = mc_ibe_encrypt(x->message, text, identity, parameters, text_bytes(group), sizeof identity, bytes,
                                mc_network_random, x, group);
    return status;
}

MC_NOINLINE mc_status ibe_network_decrypt(mc_network_exchange *x, const mc_ibe_group *group)
{
    uint8_t key[NETWORK_OBJECT_MAX_BYTES];
    const layout l = layout_of(group);
    mc_status status = mc_network_object(x->platform, l.encryption_at, key, l.encryption_bytes);
    if (status == MC_OK)
        status = mc_ibe_decrypt(x->message, key, x->message, l.encryption_bytes, x->bytes, group);
    mc_wipe(key, sizeof key);
    return status;
}

MC_NOINLINE mc_status ibe_network_verify(const mc_network_exchange *x, const mc_ibe_group *group)
{
    uint8_t parameters[NETWORK_OBJECT_MAX_BYTES], identity[NETWORK_IDENTITY_BYTES];
    const size_t bytes = mc_ibe_parameters_bytes(group);
    mc_network_identity(identity, x->peer);
    mc_status status = mc_network_object(x->platform, 0, parameters, bytes);
    if (status == MC_OK)
        status = mc_ibe_verify(x->message + TEXT_BYTES, identity, x->message, parameters, mc_ibe_signature_bytes(group),
                               sizeof identity, TEXT_BYTES, bytes, group);
    return status;
}

/* The text is written where its ciphertext will stand. */
static mc_status write_message(mc_network_exchange *x, uint8_t number)
{
    const mc_ibe_group *group;
    mc_status status = mc_network_group(&group, x->platform);
    const size_t overhead = mc_ibe_overhead_bytes(group), bytes = overhead + text_bytes(group);
    uint8_t *text = x->message + overhead;
    (void)number;
    if (status == MC_OK && bytes > x->size)
        status = MC_ERROR_MESSAGE_LENGTH;
    if (status == MC_OK)
        status = mc_ibe_draw(x->secret, sizeof x->secret, mc_network_random, x);
    if (status == MC_OK) {
        write_id(text, x->own);
        write_id(text + PEER_AT, x->peer);
        memcpy(text + KEY_AT, x->secret, sizeof x->secret);
        memcpy(text + NONCE_AT, x->nonce_responder, NONCE_BYTES);
        status = ibe_network_sign(text, x, group);
    }
    if (status == MC_OK)
        status = ibe_network_encrypt(x, text, group);
    if (status != MC_OK) {
        mc_wipe(x->message, x->size);
        mc_wipe(x->secret, sizeof x->secret);
    }
    x->bytes = status == MC_OK ? (uint16_t)bytes : 0;
    return status;
}

/* Whether the text is of this exchange, before its signature, which takes longer. A text of another is a replay, or one
 * that its receiver has encrypted anew for somebody else. */
static mc_status check_text(const mc_network_exchange *x)
{
    uint8_t ids[KEY_AT];
    write_id(ids, x->peer);
    write_id(ids + PEER_AT, x->own);
    if (!mc_octets_equal(x->message, ids, sizeof ids))
        return MC_NETWORK_ERROR_PEER;
    return mc_octets_equal(x->message + NONCE_AT, x->nonce_responder, NONCE_BYTES) ? MC_OK : MC_NETWORK_ERROR_NONCE;
}

static mc_status read_message(mc_network_exchange *x, uint8_t number)
{
    const mc_ibe_group *group;
    mc_status status = mc_network_group(&group, x->platform);
    const size_t bytes = mc_ibe_overhead_bytes(group) + text_bytes(group);
    (void)number;
    if (status == MC_OK && x->bytes != bytes)
        status = x->bytes < bytes ? MC_ERROR_LENGTH : MC_ERROR_TRAILING;
    if (status == MC_OK)
        status = ibe_network_decrypt(x, group);
    if (status == MC_OK)
        status = check_text(x);
    if (status == MC_OK)
        status = ibe_network_verify(x, group);
    if (status == MC_OK)
        memcpy(x->secret, x->message + KEY_AT, sizeof x->secret);
    mc_wipe(x->message, x->size);
    return status;
}

static mc_status start(mc_network_node *node)
{
    const mc_ibe_group *group;
    mc_status status = mc_network_group(&group, node->platform);
    if (status != MC_OK)
        return status;
    const layout l = layout_of(group);
    status =
        mc_network_object_check(node->platform, 0, l.parameters_bytes, MC_IBE_PARAMETERS, MC_IBE_FOR_ENCRYPTION, group);
    if (status == MC_OK)
        status = mc_network_object_check(node->platform, l.signing_at, l.signing_bytes, MC_IBE_PRIVATE_KEY,
                                         MC_IBE_FOR_SIGNATURES, group);
    if (status == MC_OK)
        status = mc_network_object_check(node->platform, l.encryption_at, l.encryption_bytes, MC_IBE_PRIVATE_KEY,
                                         MC_IBE_FOR_ENCRYPTION, group);
    return status;
}

const mc_network_scheme mc_network_ibe = {
    .name = "ibe",
    .number = MC_NETWORK_IBE,
    .messages = 1,
    .message_bytes_max = MESSAGE_MAX_BYTES,
    .answer_ms = 40000,
    .start = start,
    .write = write_message,
    .read = read_message,
};
