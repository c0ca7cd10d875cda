/* The functions of motecurve/pairing/eta.h. */
#include "motecurve/pairing/eta.h"
#include "native/burn.h"
#include "pairing/eta/eta.h"

#define BYTES MC_ETA_271_FIELD_BYTES

_Static_assert(BYTES == FB_BYTES && MC_ETA_271_ORDER_BYTES == (ETA_ORDER_BITS + 7) / 8, "the sizes of the header");

/* The end of every call: the output is zero on error, and nothing secret stays on the stack. */
static mc_status end(mc_status status, uint8_t *output, size_t bytes)
{
    if (status != MC_OK)
        mc_wipe(output, bytes);
    mc_burn(MC_BURN_CURVE_BYTES(BYTES));
    return status;
}

static mc_status decode_coordinate(mc_word *r, const uint8_t *octets)
{
    mc_words_from_octets(r, FB_WORDS, octets, BYTES);
    return octets[0] >> (FB_M - 8 * (BYTES - 1)) ? MC_ERROR_COORDINATE_RANGE : MC_OK;
}

static mc_status decode_point(EC(eta_point) *r, const uint8_t *octets, size_t count)
{
    if (count == 1 && octets[0] == 0)
        return MC_ERROR_INFINITY;
    if (count != MC_ETA_271_POINT_BYTES)
        return MC_ERROR_LENGTH;
    if (octets[0] != 4)
        return MC_ERROR_ENCODING;
    mc_status status = decode_coordinate(r->x, octets + 1);
    if (status == MC_OK)
        status = decode_coordinate(r->y, octets + 1 + BYTES);
    if (status == MC_OK && !EC(eta_mask_on_curve)(r))
        status = MC_ERROR_NOT_ON_CURVE;
    if (status == MC_OK && !EC(eta_mask_in_group)(r))
        status = MC_ERROR_SUBGROUP;
    return status;
}

static void encode_point(uint8_t *octets, const EC(eta_point) *p)
{
    octets[0] = 4;
    mc_words_to_octets(octets + 1, BYTES, p->x);
    mc_words_to_octets(octets + 1 + BYTES, BYTES, p->y);
}

void mc_eta_271_generator(uint8_t *point)
{
    static const MC_FLASH mc_word x[FB_WORDS] = ETA_X;
    static const MC_FLASH mc_word y[FB_WORDS] = ETA_Y;
    EC(eta_point) p;
    FB(from_flash)(p.x, x);
    FB(from_flash)(p.y, y);
    encode_point(point, &p);
}

mc_status mc_eta_271_point_check(const uint8_t *point, size_t point_bytes)
{
    EC(eta_point) p;
    uint8_t none;
    return end(decode_point(&p, point, point_bytes), &none, 0);
}

static mc_status multiply(uint8_t *product, const uint8_t *k, const uint8_t *point, size_t k_bytes, size_t point_bytes)
{
    mc_word number[ETA_ORDER_WORDS];
    EC(eta_point) p;
    if (k_bytes != MC_ETA_271_ORDER_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = decode_point(&p, point, point_bytes);
    if (status != MC_OK)
        return status;
    mc_words_from_octets(number, ETA_ORDER_WORDS, k, k_bytes);
    if (!EC(eta_multiply)(&p, &p, number, 8 * MC_ETA_271_ORDER_BYTES))
        status = MC_ERROR_SCALAR_ZERO;
    encode_point(product, &p);
    mc_wipe(number, sizeof number);
    mc_wipe(&p, sizeof p);
    return status;
}

mc_status mc_eta_271_multiply(uint8_t *product, const uint8_t *k, const uint8_t *point, size_t k_bytes,
                              size_t point_bytes)
{
    return end(multiply(product, k, point, k_bytes, point_bytes), product, MC_ETA_271_POINT_BYTES);
}

static mc_status pairing(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes)
{
    EC(eta_point) points[2];
    fb4 result;
    mc_status status = decode_point(&points[0], p, p_bytes);
    if (status == MC_OK)
        status = decode_point(&points[1], q, q_bytes);
    if (status == MC_OK) {
        EC(eta_pairing)(&result, &points[0], &points[1]);
        mc_words_to_octets(value, BYTES, result.c0.c0);
        mc_words_to_octets(value + BYTES, BYTES, result.c0.c1);
        mc_words_to_octets(value + 2 * BYTES, BYTES, result.c1.c0);
        mc_words_to_octets(value + 3 * BYTES, BYTES, result.c1.c1);
        mc_wipe(&result, sizeof result);
    }
    mc_wipe(points, sizeof points);
    return status;
}

mc_status mc_eta_271_pairing(uint8_t *value, const uint8_t *p, const uint8_t *q, size_t p_bytes, size_t q_bytes)
{
    return end(pairing(value, p, q, p_bytes, q_bytes), value, MC_ETA_271_VALUE_BYTES);
}
