/* Keys without interaction of Sakai, Ohgishi and Kasahara 2000: the secret of a pair is e(s Q_A, Q_B) = e(Q_A, s Q_B),
 * which each side computes from its own key for agreement and the other's id. It is always the same, so three messages
 * prove it and make a fresh session of it (shared_secret.h). No forward secrecy: whoever captures a node opens all that
 * it ever exchanged with anybody. The authority can compute every pair's secret.
 *
 * Each side computes a pairing before it knows whether the other is right: whoever forges ids costs nodes that much.
 *
 * Provision: group (1), the private key for agreement. Constant time in the key and in the secret. */
#include "network/schemes/pairing.h"
#include "network/schemes/shared_secret.h"

static mc_status pair_secret(uint8_t pair[MC_SHARED_SECRET_BYTES], const mc_network_exchange *x, uint8_t how)
{
    uint8_t key[NETWORK_OBJECT_MAX_BYTES], own[NETWORK_IDENTITY_BYTES], peer[NETWORK_IDENTITY_BYTES];
    const mc_ibe_group *group;
    mc_status status = how ? MC_ERROR_UNSUPPORTED : mc_network_group(&group, x->platform);
    if (status != MC_OK)
        return status;
    const size_t bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_AGREEMENT, group);
    mc_network_identity(own, x->own);
    mc_network_identity(peer, x->peer);
    status = mc_network_object(x->platform, 0, key, bytes);
    if (status == MC_OK)
        status = mc_ibe_agree(pair, MC_SHARED_SECRET_BYTES, key, own, peer, bytes, sizeof own, sizeof peer, group);
    mc_wipe(key, sizeof key);
    return status;
}

static const mc_shared_secret kind = {.scheme = MC_NETWORK_SOK, .pair_secret = pair_secret};

static mc_status write_message(mc_network_exchange *x, uint8_t number)
{
    return mc_shared_secret_write(x, number, &kind);
}

static mc_status read_message(mc_network_exchange *x, uint8_t number)
{
    return mc_shared_secret_read(x, number, &kind);
}

static mc_status start(mc_network_node *node)
{
    const mc_ibe_group *group;
    const mc_status status = mc_network_group(&group, node->platform);
    if (status != MC_OK)
        return status;
    return mc_network_object_check(node->platform, 0, mc_ibe_private_key_bytes(MC_IBE_FOR_AGREEMENT, group),
                                   MC_IBE_PRIVATE_KEY, MC_IBE_FOR_AGREEMENT, group);
}

const mc_network_scheme mc_network_sok = {
    .name = "sok",
    .number = MC_NETWORK_SOK,
    MC_SHARED_SECRET_MEMBERS,
    .answer_ms = 10000,
    .start = start,
    .write = write_message,
    .read = read_message,
};
