#include "network/schemes/pairing.h"

enum { IDENTITY_FORM = 1, NAME_BYTES = 2 };

void mc_network_identity(uint8_t encoded[NETWORK_IDENTITY_BYTES], uint16_t id)
{
    encoded[0] = IDENTITY_FORM;
    encoded[1] = NAME_BYTES;
    encoded[2] = (uint8_t)(id >> 8);
    encoded[3] = (uint8_t)id;
}

/* Those of the build: one in an image. */
static const mc_ibe_group *const groups[] = {
#ifdef MC_SINGLE_CURVE
    &MC_CONCATENATE(mc_ibe_, MC_SINGLE_CURVE),
#endif
#ifdef MC_HAS_tate_256
    &mc_ibe_tate_256,
#endif
#ifdef MC_HAS_tate_256_short
    &mc_ibe_tate_256_short,
#endif
#ifdef MC_HAS_tate_512
    &mc_ibe_tate_512,
#endif
#ifdef MC_HAS_tate_1536
    &mc_ibe_tate_1536,
#endif
#ifdef MC_HAS_bls12_381
    &mc_ibe_bls12_381,
#endif
};

mc_status mc_network_group(const mc_ibe_group **group, const mc_network_platform *platform)
{
    uint8_t number;
    const mc_status status = mc_network_provision(platform, 0, &number, 1);
    *group = NULL;
    for (uint8_t i = 0; i < sizeof groups / sizeof *groups && status == MC_OK; i++)
        if (mc_ibe_group_number(groups[i]) == number)
            *group = groups[i];
    return status == MC_OK && !*group ? MC_ERROR_UNSUPPORTED : status;
}

mc_status mc_network_object(const mc_network_platform *platform, size_t at, uint8_t *object, size_t bytes)
{
    return mc_network_provision(platform, (uint16_t)(1 + at), object, bytes);
}

mc_status mc_network_object_check(const mc_network_platform *platform, size_t at, size_t bytes, mc_ibe_kind kind,
                                  mc_ibe_use use, const mc_ibe_group *group)
{
    uint8_t object[NETWORK_OBJECT_MAX_BYTES];
    mc_status status = mc_network_object(platform, at, object, bytes);
    if (status == MC_OK)
        status = mc_ibe_read_head(object, bytes, kind, use, group);
    mc_wipe(object, sizeof object);
    return status;
}
