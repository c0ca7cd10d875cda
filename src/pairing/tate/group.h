/* A group of tate.h: its sizes and its functions, which have the arguments of mc_tate_..., do not zero their outputs,
 * and are given no null group. */
#ifndef MC_PAIRING_TATE_GROUP_H
#define MC_PAIRING_TATE_GROUP_H

#include "motecurve/pairing/tate.h"

struct mc_tate_group {
    uint32_t lines_bytes;
    uint16_t field_bytes, order_bytes;
    void (*generator)(uint8_t *point);
    mc_status (*point_check)(const uint8_t *point, size_t bytes);
    mc_status (*point_shorten)(uint8_t *short_form, const uint8_t *point, size_t bytes);
    mc_status (*point_lengthen)(uint8_t *long_form, const uint8_t *point, size_t bytes);
    mc_status (*multiply)(uint8_t *product, const uint8_t *k, const uint8_t *point, size_t k_bytes, size_t point_bytes);
    mc_status (*hash_to_point)(uint8_t *point, const uint8_t *message, const uint8_t *tag, size_t message_bytes,
                               size_t tag_bytes);
    mc_status (*pairing)(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes);
    mc_status (*pairing_real)(uint8_t *real, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes);
    mc_status (*pairing_product)(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t count);
    mc_status (*fix)(void *lines, const uint8_t *p, size_t bytes);
    mc_status (*pairing_fixed)(uint8_t *value, const void *lines, const uint8_t *q, size_t bytes);
    mc_status (*value_power)(uint8_t *power, const uint8_t *k, const uint8_t *value, size_t k_bytes,
                             size_t value_bytes);
};

#endif
