/* One key for the whole network, as the slides have it "a tempting but very bad idea: compromising one node compromises
 * all". It is here to be compared with. Provision: the key of 16 octets. */
#include "network/schemes/shared_secret.h"

static mc_status read_key(uint8_t pair[MC_SHARED_SECRET_BYTES], const mc_network_exchange *exchange, uint8_t how)
{
    return how ? MC_ERROR_UNSUPPORTED : mc_network_provision(exchange->platform, 0, pair, MC_SHARED_SECRET_BYTES);
}

static const mc_shared_secret kind = {.scheme = MC_NETWORK_GLOBAL, .pair_secret = read_key};

static mc_status write_message(mc_network_exchange *exchange, uint8_t number)
{
    return mc_shared_secret_write(exchange, number, &kind);
}

static mc_status read_message(mc_network_exchange *exchange, uint8_t number)
{
    return mc_shared_secret_read(exchange, number, &kind);
}

const mc_network_scheme mc_network_global = {
    .name = "global",
    .number = MC_NETWORK_GLOBAL,
    MC_SHARED_SECRET_MEMBERS,
    .answer_ms = 400,
    .write = write_message,
    .read = read_message,
};
