/* Bytes of elements and points, and all checks of what comes from outside. */
#include "pairing/tate/tate.h"

#define SHORT_BYTES (1 + EC_BYTES)

static mc_status decode_element(mc_word *r, const uint8_t *octets)
{
    return fp_from_octets(r, octets) ? MC_OK : MC_ERROR_COORDINATE_RANGE;
}

void EC(tate_value_encode)(uint8_t *octets, const fp2 *a)
{
    fp_to_octets(octets, a->c0);
    fp_to_octets(octets + EC_BYTES, a->c1);
}

mc_status EC(tate_value_decode)(fp2 *r, const uint8_t *octets, size_t count)
{
    if (count != 2 * EC_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = decode_element(r->c0, octets);
    if (status == MC_OK)
        status = decode_element(r->c1, octets + EC_BYTES);
    if (status == MC_OK && !EC(tate_value_mask_in_group)(r))
        status = MC_ERROR_SUBGROUP;
    return status;
}

void EC(tate_point_encode)(uint8_t *octets, const EC(tate_point) *p)
{
    octets[0] = 4;
    fp_to_octets(octets + 1, p->x);
    fp_to_octets(octets + 1 + EC_BYTES, p->y);
}

void EC(tate_point_encode_short)(uint8_t *octets, const EC(tate_point) *p)
{
    octets[0] = (uint8_t)(2 | (fp_mask_odd(p->y) & 1));
    fp_to_octets(octets + 1, p->x);
}

static mc_status decode_short(EC(tate_point) *r, const uint8_t *octets, size_t count)
{
    mc_word x[FP_WORDS];
    if (count != SHORT_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = decode_element(x, octets + 1);
    if (status == MC_OK && !EC(tate_point_from_x)(r, x, octets[0] & 1))
        status = MC_ERROR_NOT_ON_CURVE;
    return status;
}

static mc_status decode_long(EC(tate_point) *r, const uint8_t *octets, size_t count)
{
    if (count != TATE_POINT_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = decode_element(r->x, octets + 1);
    if (status == MC_OK)
        status = decode_element(r->y, octets + 1 + EC_BYTES);
    if (status == MC_OK && !EC(tate_mask_on_curve)(r))
        status = MC_ERROR_NOT_ON_CURVE;
    return status;
}

/* (0, 0) is on the curve, of order 2, and is refused before it could be taken for infinity. */
mc_status EC(tate_point_decode)(EC(tate_point) *r, const uint8_t *octets, size_t count)
{
    mc_status status = MC_ERROR_ENCODING;
    if (count == 0)
        return MC_ERROR_LENGTH;
    if (octets[0] == 4)
        status = decode_long(r, octets, count);
    else if (octets[0] == 2 || octets[0] == 3)
        status = decode_short(r, octets, count);
    else if (octets[0] == 0)
        status = count == 1 ? MC_ERROR_INFINITY : MC_ERROR_LENGTH;
    if (status == MC_OK && (FP(mask_zero)(r->y) || !EC(tate_mask_in_group)(r)))
        status = MC_ERROR_SUBGROUP;
    return status;
}
