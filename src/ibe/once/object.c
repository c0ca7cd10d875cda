#include "ibe/once/object.h"

#include <string.h>

#include "ibe/once/scalar.h"
#include "native/burn.h"

#define VERSION 1

/* Bytes before the points of keys and shares: the index and the threshold; the use. */
enum { PART_BYTES = 2, USE_BYTES = 1 };

const char *mc_ibe_group_name(const mc_ibe_group *group)
{
    return group ? group->name : NULL;
}

uint8_t mc_ibe_group_number(const mc_ibe_group *group)
{
    return group ? group->number : 0;
}

uint8_t mc_ibe_has_side(mc_ibe_use use, uint8_t side, const mc_ibe_group *group)
{
    if (group->sides == 1)
        return side == 0;
    return use == MC_IBE_FOR_AGREEMENT || use == (side == 0 ? MC_IBE_FOR_SIGNATURES : MC_IBE_FOR_ENCRYPTION);
}

static uint8_t is_use(mc_ibe_use use)
{
    return use == MC_IBE_FOR_ENCRYPTION || use == MC_IBE_FOR_SIGNATURES || use == MC_IBE_FOR_AGREEMENT;
}

size_t mc_ibe_points_bytes(mc_ibe_use use, const mc_ibe_group *group)
{
    size_t bytes = 0;
    for (uint8_t side = 0; side < group->sides && is_use(use); side++)
        bytes += mc_ibe_has_side(use, side, group) ? group->point_bytes[side] : 0;
    return bytes;
}

/* What follows the head; 0 for an unknown kind or use. */
static size_t body_bytes(mc_ibe_kind kind, mc_ibe_use use, const mc_ibe_group *group)
{
    const size_t points = mc_ibe_points_bytes(use, group), all = mc_ibe_points_bytes(MC_IBE_FOR_AGREEMENT, group);
    switch (kind) {
    case MC_IBE_MASTER_SECRET:
        return group->order_bytes;
    case MC_IBE_SHARE:
        return PART_BYTES + (size_t)group->order_bytes;
    case MC_IBE_PARAMETERS:
        return all;
    case MC_IBE_PUBLIC_SHARE:
        return PART_BYTES + all;
    case MC_IBE_PRIVATE_KEY:
        return points ? USE_BYTES + points : 0;
    case MC_IBE_PARTIAL_KEY:
        return points ? PART_BYTES + USE_BYTES + points : 0;
    case MC_IBE_CIPHERTEXT:
        return group->point_bytes[0] + (size_t)IBE_SEED_BYTES;
    case MC_IBE_BASIC_CIPHERTEXT:
        return group->point_bytes[0];
    case MC_IBE_SIGNATURE:
        return 2 * (size_t)group->point_bytes[0];
    }
    return 0;
}

size_t mc_ibe_object_bytes(mc_ibe_kind kind, mc_ibe_use use, const mc_ibe_group *group)
{
    const size_t body = group ? body_bytes(kind, use, group) : 0;
    return body ? MC_IBE_HEAD_BYTES + body : 0;
}

void mc_ibe_write_head(uint8_t *object, mc_ibe_kind kind, size_t object_bytes, const mc_ibe_group *group)
{
    const uint32_t body = (uint32_t)(object_bytes - MC_IBE_HEAD_BYTES);
    object[0] = VERSION;
    object[1] = (uint8_t)kind;
    object[2] = group->number;
    for (uint8_t i = 0; i < 4; i++)
        object[3 + i] = (uint8_t)(body >> (24 - 8 * i));
}

static uint32_t head_length(const uint8_t *object)
{
    return (uint32_t)object[3] << 24 | (uint32_t)object[4] << 16 | (uint32_t)object[5] << 8 | object[6];
}

static mc_status compare_lengths(size_t bytes, uint32_t expected)
{
    return bytes < expected ? MC_ERROR_LENGTH : bytes > expected ? MC_ERROR_TRAILING : MC_OK;
}

mc_status mc_ibe_look(uint8_t *kind, uint8_t *group_number, const uint8_t *object, size_t object_bytes)
{
    mc_status status = MC_ERROR_LENGTH;
    uint8_t found[2] = {0, 0};
    if (object_bytes >= MC_IBE_HEAD_BYTES) {
        const size_t rest = object_bytes - MC_IBE_HEAD_BYTES;
        if (object[0] != VERSION)
            status = MC_IBE_ERROR_VERSION;
        else if (object[1] < MC_IBE_MASTER_SECRET || object[1] > MC_IBE_SIGNATURE)
            status = MC_IBE_ERROR_KIND;
        else
            status = compare_lengths(rest, head_length(object));
        found[0] = object[1];
        found[1] = object[2];
    }
    *kind = status == MC_OK ? found[0] : 0;
    *group_number = status == MC_OK ? found[1] : 0;
    return status;
}

static uint8_t has_part(mc_ibe_kind kind)
{
    return kind == MC_IBE_SHARE || kind == MC_IBE_PUBLIC_SHARE || kind == MC_IBE_PARTIAL_KEY;
}

/* The index and the threshold of shares and parts, and the use of keys. */
static mc_status check_numbers(const uint8_t *object, mc_ibe_kind kind, mc_ibe_use use)
{
    const uint8_t *body = object + MC_IBE_HEAD_BYTES;
    if (has_part(kind)) {
        if (body[0] == 0)
            return MC_IBE_ERROR_INDEX;
        if (body[1] == 0)
            return MC_IBE_ERROR_THRESHOLD;
        body += PART_BYTES;
    }
    if ((kind == MC_IBE_PRIVATE_KEY || kind == MC_IBE_PARTIAL_KEY) && *body != use)
        return MC_IBE_ERROR_USE;
    return MC_OK;
}

mc_status mc_ibe_read_head(const uint8_t *object, size_t object_bytes, mc_ibe_kind kind, mc_ibe_use use,
                           const mc_ibe_group *group)
{
    uint8_t found_kind, found_group;
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    mc_status status = mc_ibe_look(&found_kind, &found_group, object, object_bytes);
    if (status != MC_OK)
        return status;
    if (found_kind != kind)
        return MC_IBE_ERROR_KIND;
    if (found_group != group->number)
        return MC_IBE_ERROR_GROUP;
    const uint8_t has_message = kind == MC_IBE_CIPHERTEXT || kind == MC_IBE_BASIC_CIPHERTEXT;
    const size_t expected = mc_ibe_object_bytes(kind, use, group);
    const size_t numbers = MC_IBE_HEAD_BYTES + (has_part(kind) ? PART_BYTES : 0) + USE_BYTES;
    if (object_bytes < numbers)
        return MC_ERROR_LENGTH;
    if (!expected)
        return MC_IBE_ERROR_USE;
    status = check_numbers(object, kind, use);
    if (status == MC_OK)
        status = compare_lengths(object_bytes, (uint32_t)expected);
    return status == MC_ERROR_TRAILING && has_message ? MC_OK : status;
}

mc_status mc_ibe_end(mc_status status, uint8_t *output, size_t bytes)
{
    if (status != MC_OK)
        mc_wipe(output, bytes);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

/* The use that a key states, or one that none has. */
static mc_ibe_use stated_use(const uint8_t *object, size_t object_bytes, mc_ibe_kind kind)
{
    const size_t at = MC_IBE_HEAD_BYTES + (kind == MC_IBE_PARTIAL_KEY ? (size_t)PART_BYTES : 0);
    if (kind != MC_IBE_PRIVATE_KEY && kind != MC_IBE_PARTIAL_KEY)
        return MC_IBE_FOR_AGREEMENT;
    return (mc_ibe_use)(object_bytes > at ? object[at] : 0);
}

/* The points of each side that the object has, one after another. */
static mc_status check_points(const uint8_t *points, mc_ibe_kind kind, mc_ibe_use use, const mc_ibe_group *group)
{
    uint8_t scratch[IBE_POINT_MAX_BYTES];
    mc_status status = MC_OK;
    if (kind == MC_IBE_SIGNATURE || kind == MC_IBE_CIPHERTEXT || kind == MC_IBE_BASIC_CIPHERTEXT) {
        for (uint8_t i = 0; i < (kind == MC_IBE_SIGNATURE ? 2 : 1) && status == MC_OK; i++)
            status = group->write(scratch, &(ibe_point){.base = points + i * group->point_bytes[0]}, 0);
        return status;
    }
    for (uint8_t side = 0; side < group->sides && status == MC_OK; side++) {
        if (!mc_ibe_has_side(use, side, group))
            continue;
        status = group->write(scratch, &(ibe_point){.base = points}, side);
        points += group->point_bytes[side];
    }
    mc_wipe(scratch, sizeof scratch);
    return status;
}

mc_status mc_ibe_validate(const uint8_t *object, size_t object_bytes, mc_ibe_kind kind, const mc_ibe_group *group)
{
    const mc_ibe_use use = stated_use(object, object_bytes, kind);
    const uint8_t *body = object + MC_IBE_HEAD_BYTES;
    if (kind < MC_IBE_MASTER_SECRET || kind > MC_IBE_SIGNATURE)
        return group ? MC_IBE_ERROR_KIND : MC_ERROR_UNSUPPORTED;
    const mc_status status = mc_ibe_read_head(object, object_bytes, kind, use, group);
    if (status != MC_OK)
        return status;
    body += has_part(kind) ? PART_BYTES : 0;
    if (kind == MC_IBE_MASTER_SECRET || kind == MC_IBE_SHARE)
        return mc_ibe_scalar_check(body, group);
    body += kind == MC_IBE_PRIVATE_KEY || kind == MC_IBE_PARTIAL_KEY ? USE_BYTES : 0;
    return check_points(body, kind, use, group);
}
