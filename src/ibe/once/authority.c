/* The authority: master secret, parameters, private keys, and what their receivers check. */
#include "ibe/once/object.h"
#include "ibe/once/scalar.h"

#include <string.h>

enum { USE_BYTES = 1 };

size_t mc_ibe_master_secret_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_MASTER_SECRET, MC_IBE_FOR_AGREEMENT, group);
}

size_t mc_ibe_parameters_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_PARAMETERS, MC_IBE_FOR_AGREEMENT, group);
}

size_t mc_ibe_private_key_bytes(mc_ibe_use use, const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_PRIVATE_KEY, use, group);
}

mc_status mc_ibe_write_public(uint8_t *points, const uint8_t *k, const mc_ibe_group *group)
{
    mc_status status = MC_OK;
    for (uint8_t side = 0; side < group->sides && status == MC_OK; side++) {
        status = group->write(points, &(ibe_point){.multiplier = k}, side);
        points += group->point_bytes[side];
    }
    return status;
}

mc_status mc_ibe_write_private(uint8_t *points, mc_ibe_use use, const uint8_t *k, const uint8_t *identity,
                               size_t identity_bytes, const mc_ibe_group *group)
{
    const ibe_point point = {
        .multiplier = k, .identity = identity, .identity_bytes = identity_bytes, .use = (uint8_t)use};
    mc_status status = MC_OK;
    for (uint8_t side = 0; side < group->sides && status == MC_OK; side++) {
        if (!mc_ibe_has_side(use, side, group))
            continue;
        status = group->write(points, &point, side);
        points += group->point_bytes[side];
    }
    return status;
}

/* e(s Q, P) = e(Q, s P), with the public point of the other side, or e(P, s Q) = e(s P, Q). */
mc_status mc_ibe_check_private(const uint8_t *points, mc_ibe_use use, const uint8_t *identity, size_t identity_bytes,
                               const uint8_t *public_points, const mc_ibe_group *group)
{
    const ibe_point generator = {.use = 0};
    const ibe_point hashed = {.identity = identity, .identity_bytes = identity_bytes, .use = (uint8_t)use};
    mc_status status = MC_OK;
    for (uint8_t side = 0; side < group->sides && status == MC_OK; side++) {
        if (!mc_ibe_has_side(use, side, group))
            continue;
        const ibe_point key = {.base = points}, other = {.base = ibe_side(public_points, 1 - side, group)};
        const ibe_point first[4] = {key, generator, hashed, other}, second[4] = {generator, key, other, hashed};
        uint8_t is_equal = 0;
        status = group->is_equal(&is_equal, side == 0 ? first : second);
        if (status == MC_OK && !is_equal)
            status = MC_IBE_ERROR_KEY;
        points += group->point_bytes[side];
    }
    return status;
}

mc_status mc_ibe_setup(uint8_t *master_secret, uint8_t *parameters, mc_random random, void *context,
                       const mc_ibe_group *group)
{
    const size_t secret_bytes = mc_ibe_master_secret_bytes(group), bytes = mc_ibe_parameters_bytes(group);
    uint8_t s[IBE_ORDER_MAX_BYTES];
    if (mc_octets_overlap(master_secret, secret_bytes, parameters, bytes))
        return MC_ERROR_OVERLAP;
    mc_status status = group ? mc_ibe_draw_scalar(s, random, context, group) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK && mc_ibe_scalar_check(s, group) != MC_OK)
        status = MC_ERROR_RANDOM;
    if (status == MC_OK) {
        mc_ibe_write_head(master_secret, MC_IBE_MASTER_SECRET, secret_bytes, group);
        memcpy(master_secret + MC_IBE_HEAD_BYTES, s, group->order_bytes);
        mc_ibe_write_head(parameters, MC_IBE_PARAMETERS, bytes, group);
        status = mc_ibe_write_public(parameters + MC_IBE_HEAD_BYTES, s, group);
    }
    mc_wipe(s, sizeof s);
    if (status != MC_OK)
        mc_wipe(master_secret, secret_bytes);
    return mc_ibe_end(status, parameters, bytes);
}

/* s, of a master secret that is checked. */
static mc_status read_secret(uint8_t *s, const uint8_t *master_secret, size_t bytes, const mc_ibe_group *group)
{
    const mc_status status = mc_ibe_read_head(master_secret, bytes, MC_IBE_MASTER_SECRET, MC_IBE_FOR_AGREEMENT, group);
    if (status != MC_OK)
        return status;
    memcpy(s, master_secret + MC_IBE_HEAD_BYTES, group->order_bytes);
    return mc_ibe_scalar_check(s, group);
}

mc_status mc_ibe_parameters(uint8_t *parameters, const uint8_t *master_secret, size_t master_secret_bytes,
                            const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_parameters_bytes(group);
    uint8_t s[IBE_ORDER_MAX_BYTES];
    mc_status status = read_secret(s, master_secret, master_secret_bytes, group);
    if (status == MC_OK) {
        mc_ibe_write_head(parameters, MC_IBE_PARAMETERS, bytes, group);
        status = mc_ibe_write_public(parameters + MC_IBE_HEAD_BYTES, s, group);
    }
    mc_wipe(s, sizeof s);
    return mc_ibe_end(status, parameters, bytes);
}

mc_status mc_ibe_parameters_check(const uint8_t *parameters, size_t parameters_bytes, const mc_ibe_group *group)
{
    const uint8_t *points = parameters + MC_IBE_HEAD_BYTES;
    uint8_t is_equal = 0;
    mc_status status = mc_ibe_validate(parameters, parameters_bytes, MC_IBE_PARAMETERS, group);
    if (status != MC_OK || group->sides == 1)
        return status;
    const ibe_point equation[4] = {{.base = points}, {.use = 0}, {.use = 0}, {.base = ibe_side(points, 1, group)}};
    status = group->is_equal(&is_equal, equation);
    return status == MC_OK && !is_equal ? MC_IBE_ERROR_PARAMETERS : status;
}

mc_status mc_ibe_extract(uint8_t *private_key, mc_ibe_use use, const uint8_t *master_secret, const uint8_t *identity,
                         size_t master_secret_bytes, size_t identity_bytes, const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_private_key_bytes(use, group);
    uint8_t s[IBE_ORDER_MAX_BYTES], points[IBE_POINTS_MAX_BYTES];
    mc_status status = read_secret(s, master_secret, master_secret_bytes, group);
    if (status == MC_OK && bytes == 0)
        status = MC_IBE_ERROR_USE;
    if (status == MC_OK)
        status = mc_ibe_check_identity(identity, identity_bytes);
    if (status == MC_OK)
        status = mc_ibe_write_private(points, use, s, identity, identity_bytes, group);
    if (status == MC_OK) {
        mc_ibe_write_head(private_key, MC_IBE_PRIVATE_KEY, bytes, group);
        private_key[MC_IBE_HEAD_BYTES] = (uint8_t)use;
        memcpy(private_key + MC_IBE_HEAD_BYTES + USE_BYTES, points, mc_ibe_points_bytes(use, group));
    }
    mc_wipe(s, sizeof s);
    mc_wipe(points, sizeof points);
    return mc_ibe_end(status, private_key, bytes);
}

mc_status mc_ibe_private_key_check(const uint8_t *private_key, mc_ibe_use use, const uint8_t *identity,
                                   const uint8_t *parameters, size_t private_key_bytes, size_t identity_bytes,
                                   size_t parameters_bytes, const mc_ibe_group *group)
{
    mc_status status = mc_ibe_read_head(private_key, private_key_bytes, MC_IBE_PRIVATE_KEY, use, group);
    if (status == MC_OK)
        status = mc_ibe_read_head(parameters, parameters_bytes, MC_IBE_PARAMETERS, use, group);
    if (status == MC_OK)
        status = mc_ibe_check_identity(identity, identity_bytes);
    if (status == MC_OK)
        status = mc_ibe_check_private(private_key + MC_IBE_HEAD_BYTES + USE_BYTES, use, identity, identity_bytes,
                                      parameters + MC_IBE_HEAD_BYTES, group);
    return status;
}
