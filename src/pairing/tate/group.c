/* The functions of motecurve/pairing/tate.h in one group. */
#include "pairing/tate/group.h"
#include "pairing/tate/tate.h"

#define ORDER_BYTES ((TATE_ORDER_BITS + 7) / 8)

static void group_generator(uint8_t *point)
{
    EC(tate_point) p;
    EC(tate_generator)(&p);
    EC(tate_point_encode)(point, &p);
}

static mc_status group_point_check(const uint8_t *point, size_t bytes)
{
    EC(tate_point) p;
    return EC(tate_point_decode)(&p, point, bytes);
}

static mc_status group_point_shorten(uint8_t *short_form, const uint8_t *point, size_t bytes)
{
    EC(tate_point) p;
    const mc_status status = EC(tate_point_decode)(&p, point, bytes);
    if (status == MC_OK)
        EC(tate_point_encode_short)(short_form, &p);
    return status;
}

static mc_status group_point_lengthen(uint8_t *long_form, const uint8_t *point, size_t bytes)
{
    EC(tate_point) p;
    const mc_status status = EC(tate_point_decode)(&p, point, bytes);
    if (status == MC_OK)
        EC(tate_point_encode)(long_form, &p);
    return status;
}

static mc_status group_multiply(uint8_t *product, const uint8_t *k, const uint8_t *point, size_t k_bytes,
                                size_t point_bytes)
{
    mc_word number[TATE_ORDER_WORDS];
    EC(tate_point) p;
    if (k_bytes != ORDER_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(tate_point_decode)(&p, point, point_bytes);
    if (status != MC_OK)
        return status;
    mc_words_from_octets(number, TATE_ORDER_WORDS, k, k_bytes);
    EC(tate_multiply)(&p, &p, number, 8 * ORDER_BYTES);
    if (FP(mask_zero)(p.y))
        status = MC_ERROR_SCALAR_ZERO;
    EC(tate_point_encode)(product, &p);
    mc_wipe(number, sizeof number);
    mc_wipe(&p, sizeof p);
    return status;
}

static mc_status group_hash_to_point(uint8_t *point, const uint8_t *message, const uint8_t *tag, size_t message_bytes,
                                     size_t tag_bytes)
{
    EC(tate_point) p;
    const mc_message parts = {.pieces = {{message, message_bytes}}, .domain = tag, .domain_bytes = tag_bytes};
    const mc_status status = EC(tate_hash)(&p, &parts);
    if (status == MC_OK)
        EC(tate_point_encode)(point, &p);
    mc_wipe(&p, sizeof p);
    return status;
}

static mc_status decode_pair(EC(tate_point) *p, EC(tate_point) *q, const uint8_t *p_octets, const uint8_t *q_octets,
                             size_t p_bytes, size_t q_bytes)
{
    const mc_status status = EC(tate_point_decode)(p, p_octets, p_bytes);
    return status == MC_OK ? EC(tate_point_decode)(q, q_octets, q_bytes) : status;
}

static mc_status group_pairing(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes)
{
    EC(tate_point) points[2];
    fp2 result;
    const mc_status status = decode_pair(&points[0], &points[1], p, q, p_bytes, q_bytes);
    if (status == MC_OK) {
        EC(tate_pairing)(&result, &points[0], &points[1]);
        EC(tate_value_encode)(value, &result);
        mc_wipe(&result, sizeof result);
    }
    mc_wipe(points, sizeof points);
    return status;
}

static mc_status group_pairing_real(uint8_t *real, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes)
{
    EC(tate_point) points[2];
    mc_word result[FP_WORDS];
    const mc_status status = decode_pair(&points[0], &points[1], p, q, p_bytes, q_bytes);
    if (status == MC_OK) {
        EC(tate_pairing_real)(result, &points[0], &points[1]);
        fp_to_octets(real, result);
        mc_wipe(result, sizeof result);
    }
    mc_wipe(points, sizeof points);
    return status;
}

/* By so many pairs at a time as have room on the stack. */
static mc_status group_pairing_product(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t count)
{
    EC(tate_point) points[2][TATE_PAIRS];
    EC(tate_projective) t[TATE_PAIRS];
    fp2 result, f;
    mc_status status = MC_OK;
    fp2_set_small(&result, 1);
    for (size_t done = 0; done < count && status == MC_OK; done += TATE_PAIRS) {
        const uint8_t pairs = (uint8_t)(count - done < TATE_PAIRS ? count - done : TATE_PAIRS);
        for (size_t i = 0; i < pairs && status == MC_OK; i++) {
            const size_t at = (done + i) * TATE_POINT_BYTES;
            status = decode_pair(&points[0][i], &points[1][i], p + at, q + at, TATE_POINT_BYTES, TATE_POINT_BYTES);
        }
        if (status == MC_OK) {
            EC(tate_miller)(&f, points[0], points[1], t, pairs);
            fp2_mul(&result, &result, &f);
        }
    }
    if (status == MC_OK) {
        EC(tate_final)(&result, &result);
        EC(tate_value_encode)(value, &result);
    }
    mc_wipe(points, sizeof points);
    mc_wipe(t, sizeof t);
    mc_wipe(&result, sizeof result);
    mc_wipe(&f, sizeof f);
    return status;
}

static mc_status group_fix(void *lines, const uint8_t *p, size_t bytes)
{
    EC(tate_point) point;
    const mc_status status = EC(tate_point_decode)(&point, p, bytes);
    if (status == MC_OK)
        EC(tate_fix)(lines, &point);
    mc_wipe(&point, sizeof point);
    return status;
}

static mc_status group_pairing_fixed(uint8_t *value, const void *lines, const uint8_t *q, size_t bytes)
{
    EC(tate_point) point;
    fp2 result;
    const mc_status status = EC(tate_point_decode)(&point, q, bytes);
    if (status == MC_OK) {
        EC(tate_miller_fixed)(&result, lines, &point);
        EC(tate_final)(&result, &result);
        EC(tate_value_encode)(value, &result);
        mc_wipe(&result, sizeof result);
    }
    mc_wipe(&point, sizeof point);
    return status;
}

static mc_status group_value_power(uint8_t *power, const uint8_t *k, const uint8_t *value, size_t k_bytes,
                                   size_t value_bytes)
{
    mc_word number[TATE_ORDER_WORDS];
    fp2 result;
    if (k_bytes != ORDER_BYTES)
        return MC_ERROR_LENGTH;
    const mc_status status = EC(tate_value_decode)(&result, value, value_bytes);
    if (status == MC_OK) {
        mc_words_from_octets(number, TATE_ORDER_WORDS, k, k_bytes);
        EC(tate_value_power)(&result, &result, number, 8 * ORDER_BYTES);
        EC(tate_value_encode)(power, &result);
        mc_wipe(number, sizeof number);
    }
    mc_wipe(&result, sizeof result);
    return status;
}

const mc_tate_group TATE_GROUP = {
    .lines_bytes = TATE_LINES * sizeof(EC(tate_fixed_line)),
    .field_bytes = EC_BYTES,
    .order_bytes = ORDER_BYTES,
    .generator = group_generator,
    .point_check = group_point_check,
    .point_shorten = group_point_shorten,
    .point_lengthen = group_point_lengthen,
    .multiply = group_multiply,
    .hash_to_point = group_hash_to_point,
    .pairing = group_pairing,
    .pairing_real = group_pairing_real,
    .pairing_product = group_pairing_product,
    .fix = group_fix,
    .pairing_fixed = group_pairing_fixed,
    .value_power = group_value_power,
};
