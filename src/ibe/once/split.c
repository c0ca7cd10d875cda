/* A master secret split t of n (Shamir 1979): the values at 1 to n of a polynomial of degree t - 1 with the secret at
 * 0. All of a scheme is linear in the secret, so that Lagrange's coefficients combine public values and private keys as
 * they do secrets. */
#include "ibe/once/object.h"
#include "ibe/once/scalar.h"

#include <string.h>

/* Index and threshold, then in parts of keys the use. */
enum { PART_BYTES = 2, USE_BYTES = 1 };

size_t mc_ibe_share_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_SHARE, MC_IBE_FOR_AGREEMENT, group);
}

size_t mc_ibe_public_share_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_PUBLIC_SHARE, MC_IBE_FOR_AGREEMENT, group);
}

size_t mc_ibe_partial_key_bytes(mc_ibe_use use, const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_PARTIAL_KEY, use, group);
}

/* The numbers of the shares, by Horner's rule in their places: f(i) = (... (a_(t-1) i + a_(t-2)) i + ...) i + s. */
static mc_status evaluate(uint8_t *shares, const uint8_t *s, uint8_t threshold, uint8_t count, mc_random random,
                          void *context, const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_share_bytes(group);
    uint8_t coefficient[IBE_ORDER_MAX_BYTES], place[IBE_ORDER_MAX_BYTES] = {0};
    mc_status status = MC_OK;
    memset(shares, 0, bytes * count);
    for (uint8_t left = threshold; left-- > 0 && status == MC_OK;) {
        if (left)
            status = mc_ibe_draw_scalar(coefficient, random, context, group);
        else
            memcpy(coefficient, s, group->order_bytes);
        for (uint8_t i = 0; i < count && status == MC_OK; i++) {
            uint8_t *value = shares + i * bytes + MC_IBE_HEAD_BYTES + PART_BYTES;
            place[group->order_bytes - 1] = (uint8_t)(i + 1);
            mc_ibe_scalar_mul(value, value, place, group);
            mc_ibe_scalar_add(value, value, coefficient, group);
        }
    }
    mc_wipe(coefficient, sizeof coefficient);
    return status;
}

/* The rest of share and public share i. */
static mc_status finish_share(uint8_t *share, uint8_t *public_share, uint8_t i, uint8_t threshold,
                              const mc_ibe_group *group)
{
    const uint8_t *value = share + MC_IBE_HEAD_BYTES + PART_BYTES;
    mc_ibe_write_head(share, MC_IBE_SHARE, mc_ibe_share_bytes(group), group);
    mc_ibe_write_head(public_share, MC_IBE_PUBLIC_SHARE, mc_ibe_public_share_bytes(group), group);
    share[MC_IBE_HEAD_BYTES] = public_share[MC_IBE_HEAD_BYTES] = (uint8_t)(i + 1);
    share[MC_IBE_HEAD_BYTES + 1] = public_share[MC_IBE_HEAD_BYTES + 1] = threshold;
    const mc_status status = mc_ibe_scalar_check(value, group);
    return status == MC_OK ? mc_ibe_write_public(public_share + MC_IBE_HEAD_BYTES + PART_BYTES, value, group) : status;
}

mc_status mc_ibe_split(uint8_t *shares, uint8_t *public_shares, const uint8_t *master_secret,
                       size_t master_secret_bytes, uint8_t threshold, uint8_t count, mc_random random, void *context,
                       const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_share_bytes(group), public_bytes = mc_ibe_public_share_bytes(group);
    uint8_t s[IBE_ORDER_MAX_BYTES];
    if (mc_octets_overlap(shares, count * bytes, public_shares, count * public_bytes))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_ibe_validate(master_secret, master_secret_bytes, MC_IBE_MASTER_SECRET, group);
    if (status == MC_OK && (threshold == 0 || threshold > count))
        status = MC_IBE_ERROR_THRESHOLD;
    if (status == MC_OK) {
        memcpy(s, master_secret + MC_IBE_HEAD_BYTES, group->order_bytes);
        status = evaluate(shares, s, threshold, count, random, context, group);
        mc_wipe(s, sizeof s);
    }
    for (uint8_t i = 0; i < count && status == MC_OK; i++)
        status = finish_share(shares + i * bytes, public_shares + i * public_bytes, i, threshold, group);
    if (status != MC_OK)
        mc_wipe(shares, count * bytes);
    return mc_ibe_end(status, public_shares, count * public_bytes);
}

mc_status mc_ibe_share_check(const uint8_t *share, const uint8_t *public_share, size_t share_bytes,
                             size_t public_share_bytes, const mc_ibe_group *group)
{
    const size_t points_bytes = group ? mc_ibe_points_bytes(MC_IBE_FOR_AGREEMENT, group) : 0;
    const uint8_t *body = share + MC_IBE_HEAD_BYTES, *public_body = public_share + MC_IBE_HEAD_BYTES;
    uint8_t points[IBE_POINTS_MAX_BYTES];
    mc_status status = mc_ibe_validate(share, share_bytes, MC_IBE_SHARE, group);
    if (status == MC_OK)
        status = mc_ibe_validate(public_share, public_share_bytes, MC_IBE_PUBLIC_SHARE, group);
    if (status == MC_OK)
        status = mc_ibe_write_public(points, body + PART_BYTES, group);
    if (status == MC_OK && (memcmp(body, public_body, PART_BYTES) != 0 ||
                            !IBE_PUBLIC(mc_octets_equal(points, public_body + PART_BYTES, points_bytes))))
        status = MC_IBE_ERROR_KEY;
    return status;
}

/* The heads of `count` parts, of `bytes` each; whether they are enough, and none is there twice. */
static mc_status check_parts(const uint8_t *parts, size_t bytes, uint8_t count, mc_ibe_kind kind, mc_ibe_use use,
                             const mc_ibe_group *group)
{
    mc_status status = group ? MC_OK : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK && bytes == 0)
        status = MC_IBE_ERROR_USE;
    if (status == MC_OK && count == 0)
        status = MC_IBE_ERROR_THRESHOLD;
    for (uint8_t i = 0; i < count && status == MC_OK; i++) {
        const uint8_t *body = parts + i * bytes + MC_IBE_HEAD_BYTES;
        status = mc_ibe_read_head(parts + i * bytes, bytes, kind, use, group);
        if (status == MC_OK && body[1] > count)
            status = MC_IBE_ERROR_THRESHOLD;
        for (uint8_t j = 0; j < i && status == MC_OK; j++)
            if (parts[j * bytes + MC_IBE_HEAD_BYTES] == body[0])
                status = MC_IBE_ERROR_INDEX;
    }
    return status;
}

/* point = the value at `at` of the points of one side that stand `offset` bytes into the parts. MC_ERROR_INFINITY for
 * parts that are not of one secret: right ones have a chance of 1 in r. */
static mc_status interpolate(uint8_t *point, const uint8_t *parts, size_t bytes, uint8_t count, size_t offset,
                             uint8_t at, uint8_t side, const mc_ibe_group *group)
{
    uint8_t coefficient[IBE_ORDER_MAX_BYTES];
    mc_status status = MC_OK;
    for (uint8_t i = 0; i < count && status == MC_OK; i++) {
        mc_ibe_scalar_lagrange(coefficient, parts + MC_IBE_HEAD_BYTES, bytes, count, i, at, group);
        const ibe_point sum = {
            .addend = i ? point : NULL, .base = parts + i * bytes + offset, .multiplier = coefficient};
        status = group->write(point, &sum, side);
    }
    return status;
}

/* Whether the point of a side that the public shares give at `at` is this one. */
static mc_status compare_point(const uint8_t *public_shares, uint8_t threshold, size_t offset, uint8_t at,
                               const uint8_t *expected, uint8_t side, const mc_ibe_group *group)
{
    uint8_t point[IBE_POINT_MAX_BYTES];
    const size_t bytes = mc_ibe_public_share_bytes(group);
    const mc_status status = interpolate(point, public_shares, bytes, threshold, offset, at, side, group);
    if (status != MC_OK)
        return status == MC_ERROR_INFINITY ? MC_IBE_ERROR_PARAMETERS : status;
    return memcmp(point, expected, group->point_bytes[side]) == 0 ? MC_OK : MC_IBE_ERROR_PARAMETERS;
}

mc_status mc_ibe_public_shares_check(const uint8_t *public_shares, uint8_t count, const uint8_t *parameters,
                                     size_t parameters_bytes, const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_public_share_bytes(group);
    mc_status status = mc_ibe_validate(parameters, parameters_bytes, MC_IBE_PARAMETERS, group);
    if (status == MC_OK)
        status = check_parts(public_shares, bytes, count, MC_IBE_PUBLIC_SHARE, MC_IBE_FOR_AGREEMENT, group);
    for (uint8_t i = 0; i < count && status == MC_OK; i++) {
        status = mc_ibe_validate(public_shares + i * bytes, bytes, MC_IBE_PUBLIC_SHARE, group);
        if (status == MC_OK && public_shares[i * bytes + MC_IBE_HEAD_BYTES + 1] != public_shares[MC_IBE_HEAD_BYTES + 1])
            status = MC_IBE_ERROR_PARAMETERS;
    }
    for (uint8_t side = 0; status == MC_OK && side < group->sides; side++) {
        const uint8_t threshold = public_shares[MC_IBE_HEAD_BYTES + 1];
        const size_t in_points = side ? group->point_bytes[0] : 0;
        const size_t offset = MC_IBE_HEAD_BYTES + PART_BYTES + in_points;
        const uint8_t *expected = parameters + MC_IBE_HEAD_BYTES + in_points;
        status = compare_point(public_shares, threshold, offset, 0, expected, side, group);
        for (uint8_t i = threshold; i < count && status == MC_OK; i++) {
            const uint8_t *share = public_shares + i * bytes;
            status =
                compare_point(public_shares, threshold, offset, share[MC_IBE_HEAD_BYTES], share + offset, side, group);
        }
    }
    return status;
}

mc_status mc_ibe_extract_partial(uint8_t *partial_key, mc_ibe_use use, const uint8_t *share, const uint8_t *identity,
                                 size_t share_bytes, size_t identity_bytes, const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_partial_key_bytes(use, group);
    uint8_t points[IBE_POINTS_MAX_BYTES], index, threshold;
    mc_status status = mc_ibe_validate(share, share_bytes, MC_IBE_SHARE, group);
    if (status == MC_OK && bytes == 0)
        status = MC_IBE_ERROR_USE;
    if (status == MC_OK)
        status = mc_ibe_check_identity(identity, identity_bytes);
    if (status == MC_OK)
        status =
            mc_ibe_write_private(points, use, share + MC_IBE_HEAD_BYTES + PART_BYTES, identity, identity_bytes, group);
    if (status == MC_OK) {
        index = share[MC_IBE_HEAD_BYTES];
        threshold = share[MC_IBE_HEAD_BYTES + 1];
        mc_ibe_write_head(partial_key, MC_IBE_PARTIAL_KEY, bytes, group);
        uint8_t *body = partial_key + MC_IBE_HEAD_BYTES;
        body[0] = index;
        body[1] = threshold;
        body[2] = (uint8_t)use;
        memcpy(body + PART_BYTES + USE_BYTES, points, mc_ibe_points_bytes(use, group));
    }
    mc_wipe(points, sizeof points);
    return mc_ibe_end(status, partial_key, bytes);
}

mc_status mc_ibe_partial_key_check(const uint8_t *partial_key, mc_ibe_use use, const uint8_t *identity,
                                   const uint8_t *public_share, size_t partial_key_bytes, size_t identity_bytes,
                                   size_t public_share_bytes, const mc_ibe_group *group)
{
    const uint8_t *body = partial_key + MC_IBE_HEAD_BYTES, *public_body = public_share + MC_IBE_HEAD_BYTES;
    mc_status status = mc_ibe_read_head(partial_key, partial_key_bytes, MC_IBE_PARTIAL_KEY, use, group);
    if (status == MC_OK)
        status = mc_ibe_read_head(public_share, public_share_bytes, MC_IBE_PUBLIC_SHARE, use, group);
    if (status == MC_OK)
        status = mc_ibe_check_identity(identity, identity_bytes);
    if (status == MC_OK && memcmp(body, public_body, PART_BYTES) != 0)
        status = MC_IBE_ERROR_KEY;
    if (status == MC_OK)
        status = mc_ibe_check_private(body + PART_BYTES + USE_BYTES, use, identity, identity_bytes,
                                      public_body + PART_BYTES, group);
    return status;
}

mc_status mc_ibe_combine(uint8_t *private_key, mc_ibe_use use, const uint8_t *partial_keys, uint8_t count,
                         const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_private_key_bytes(use, group), part_bytes = mc_ibe_partial_key_bytes(use, group);
    uint8_t points[IBE_POINTS_MAX_BYTES];
    mc_status status = check_parts(partial_keys, part_bytes, count, MC_IBE_PARTIAL_KEY, use, group);
    size_t at = 0;
    for (uint8_t side = 0; status == MC_OK && side < group->sides; side++) {
        if (!mc_ibe_has_side(use, side, group))
            continue;
        const size_t offset = MC_IBE_HEAD_BYTES + PART_BYTES + USE_BYTES + at;
        status = interpolate(points + at, partial_keys, part_bytes, count, offset, 0, side, group);
        at += group->point_bytes[side];
    }
    if (status == MC_ERROR_INFINITY)
        status = MC_IBE_ERROR_KEY;
    if (status == MC_OK) {
        mc_ibe_write_head(private_key, MC_IBE_PRIVATE_KEY, bytes, group);
        private_key[MC_IBE_HEAD_BYTES] = (uint8_t)use;
        memcpy(private_key + MC_IBE_HEAD_BYTES + USE_BYTES, points, at);
    }
    mc_wipe(points, sizeof points);
    return mc_ibe_end(status, private_key, bytes);
}

mc_status mc_ibe_recover(uint8_t *master_secret, const uint8_t *shares, uint8_t count, const mc_ibe_group *group)
{
    const size_t bytes = mc_ibe_master_secret_bytes(group), share_bytes = mc_ibe_share_bytes(group);
    uint8_t s[IBE_ORDER_MAX_BYTES] = {0}, term[IBE_ORDER_MAX_BYTES];
    mc_status status = check_parts(shares, share_bytes, count, MC_IBE_SHARE, MC_IBE_FOR_AGREEMENT, group);
    for (uint8_t i = 0; i < count && status == MC_OK; i++) {
        const uint8_t *value = shares + i * share_bytes + MC_IBE_HEAD_BYTES + PART_BYTES;
        status = mc_ibe_scalar_check(value, group);
        mc_ibe_scalar_lagrange(term, shares + MC_IBE_HEAD_BYTES, share_bytes, count, i, 0, group);
        mc_ibe_scalar_mul(term, value, term, group); /* constant time in the share: either argument may be secret */
        mc_ibe_scalar_add(s, s, term, group);
    }
    if (status == MC_OK)
        status = mc_ibe_scalar_check(s, group);
    if (status == MC_OK) {
        mc_ibe_write_head(master_secret, MC_IBE_MASTER_SECRET, bytes, group);
        memcpy(master_secret + MC_IBE_HEAD_BYTES, s, group->order_bytes);
    }
    mc_wipe(s, sizeof s);
    mc_wipe(term, sizeof term);
    return mc_ibe_end(status, master_secret, bytes);
}
