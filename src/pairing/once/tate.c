/* The functions of motecurve/pairing/tate.h: they call those of their group, zero outputs on error and overwrite what
 * secrets were on the stack. */
#include "native/burn.h"
#include "pairing/tate/group.h"
#include "word/word.h"

#define BURN_BYTES(group) (MC_BURN_CURVE_BYTES((size_t)(group)->field_bytes) * 2) /* four pairs of points at once */

/* The end of every call. */
static mc_status end(mc_status status, void *output, size_t bytes, const mc_tate_group *group)
{
    if (status != MC_OK)
        mc_wipe(output, bytes);
    mc_burn(BURN_BYTES(group));
    return status;
}

size_t mc_tate_field_bytes(const mc_tate_group *group)
{
    return group ? group->field_bytes : 0;
}

size_t mc_tate_point_bytes(const mc_tate_group *group)
{
    return group ? 1 + 2 * (size_t)group->field_bytes : 0;
}

size_t mc_tate_order_bytes(const mc_tate_group *group)
{
    return group ? group->order_bytes : 0;
}

size_t mc_tate_lines_bytes(const mc_tate_group *group)
{
    return group ? group->lines_bytes : 0;
}

mc_status mc_tate_generator(uint8_t *point, const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    group->generator(point);
    return MC_OK;
}

mc_status mc_tate_point_check(const uint8_t *point, size_t point_bytes, const mc_tate_group *group)
{
    uint8_t none;
    return group ? end(group->point_check(point, point_bytes), &none, 0, group) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_tate_point_shorten(uint8_t *short_form, const uint8_t *point, size_t point_bytes,
                                const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->point_shorten(short_form, point, point_bytes), short_form, 1 + mc_tate_field_bytes(group), group);
}

mc_status mc_tate_point_lengthen(uint8_t *long_form, const uint8_t *point, size_t point_bytes,
                                 const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->point_lengthen(long_form, point, point_bytes), long_form, mc_tate_point_bytes(group), group);
}

mc_status mc_tate_multiply(uint8_t *product, const uint8_t *k, const uint8_t *point, size_t k_bytes, size_t point_bytes,
                           const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->multiply(product, k, point, k_bytes, point_bytes), product, mc_tate_point_bytes(group), group);
}

mc_status mc_tate_hash_to_point(uint8_t *point, const uint8_t *message, const uint8_t *tag, size_t message_bytes,
                                size_t tag_bytes, const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->hash_to_point(point, message, tag, message_bytes, tag_bytes), point, mc_tate_point_bytes(group),
               group);
}

mc_status mc_tate_pairing(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes,
                          const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->pairing(value, p, q, p_bytes, q_bytes), value, 2 * mc_tate_field_bytes(group), group);
}

mc_status mc_tate_pairing_real(uint8_t *real, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes,
                               const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->pairing_real(real, p, q, p_bytes, q_bytes), real, mc_tate_field_bytes(group), group);
}

mc_status mc_tate_pairing_product(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t count,
                                  const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->pairing_product(value, p, q, count), value, 2 * mc_tate_field_bytes(group), group);
}

mc_status mc_tate_fix(void *lines, const uint8_t *p, size_t p_bytes, const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->fix(lines, p, p_bytes), lines, mc_tate_lines_bytes(group), group);
}

mc_status mc_tate_pairing_fixed(uint8_t *value, const void *lines, const uint8_t *q, size_t q_bytes,
                                const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->pairing_fixed(value, lines, q, q_bytes), value, 2 * mc_tate_field_bytes(group), group);
}

mc_status mc_tate_value_power(uint8_t *power, const uint8_t *k, const uint8_t *value, size_t k_bytes,
                              size_t value_bytes, const mc_tate_group *group)
{
    if (!group)
        return MC_ERROR_UNSUPPORTED;
    return end(group->value_power(power, k, value, k_bytes, value_bytes), power, 2 * mc_tate_field_bytes(group), group);
}
