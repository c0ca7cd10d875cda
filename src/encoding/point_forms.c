/* Compressed, uncompressed and hybrid points (SEC 1, 2.3.3 and 2.3.4). */
#include "encoding/encoding.h"

#include <string.h>

#if !FIELD_HAS_EDWARDS_CURVES

#define COMPRESSED_BYTES (1 + EC_BYTES)

static mc_status check_on_curve(const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC(affine_mask_infinity)(p))
        return MC_ERROR_INFINITY;
    return EC(affine_mask_on_curve)(p, curve) ? MC_OK : MC_ERROR_NOT_ON_CURVE;
}

static mc_status decode_compressed(EC(affine) *r, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve)
{
    if (count != COMPRESSED_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(element_decode)(r->x, octets + 1);
    return status == MC_OK ? EC(affine_from_x_var)(r, r->x, octets[0] & 1, curve) : status;
}

static mc_status decode_hybrid(EC(affine) *r, const uint8_t *octets, size_t count, const MC_FLASH EC(curve) *curve)
{
    if (count != EC_POINT_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(coordinates_decode)(r, octets + 1);
    if (status == MC_OK)
        status = check_on_curve(r, curve);
    return status == MC_OK && EC(affine_y_bit_var)(r) != (octets[0] & 1) ? MC_ERROR_Y_BIT : status;
}

/* Infinity, and bytes that begin as no form does, are errors of point_decode. */
mc_status EC(point_decode)(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes,
                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status;
    const uint8_t form = encoded_bytes ? (uint8_t)(encoded[0] & ~1) : 0;
    if (form == MC_POINT_COMPRESSED) {
        status = decode_compressed(&p, encoded, encoded_bytes, curve);
    } else if (form == MC_POINT_HYBRID) {
        status = decode_hybrid(&p, encoded, encoded_bytes, curve);
    } else {
        status = EC(affine_decode)(&p, encoded, encoded_bytes);
        if (status == MC_OK)
            status = check_on_curve(&p, curve);
    }
    if (status == MC_OK)
        EC(affine_encode)(point, &p);
    return status;
}

mc_status EC(point_encode)(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    const uint8_t is_known = form == MC_POINT_COMPRESSED || form == MC_POINT_UNCOMPRESSED || form == MC_POINT_HYBRID;
    const size_t bytes = form == MC_POINT_COMPRESSED ? COMPRESSED_BYTES : EC_POINT_BYTES;
    mc_status status = is_known ? EC(affine_decode)(&p, point, point_bytes) : MC_ERROR_ENCODING;
    if (status == MC_OK)
        status = check_on_curve(&p, curve);
    if (status != MC_OK)
        return status;
    memmove(encoded, point, bytes);
    if (form != MC_POINT_UNCOMPRESSED)
        encoded[0] = (uint8_t)(form | EC(affine_y_bit_var)(&p));
    return MC_OK;
}

#endif
