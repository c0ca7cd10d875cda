#include "encoding/encoding.h"

#include <string.h>

#define PREFIX_INFINITY     0x00
#define PREFIX_UNCOMPRESSED 0x04
/* Bits of a coordinate's first octet that belong to the element. */
#define FIRST_OCTET_MASK ((uint8_t)(0xff >> (8 * FB_BYTES - FB_M)))

void FB(point_encode)(uint8_t octets[FB_POINT_BYTES], const FB(affine) *p)
{
    octets[0] = PREFIX_UNCOMPRESSED;
    FB(to_octets)(octets + 1, FB_BYTES, p->x);
    FB(to_octets)(octets + 1 + FB_BYTES, FB_BYTES, p->y);
}

mc_status FB(point_decode)(FB(affine) *r, const uint8_t *octets, size_t count)
{
    memset(r, 0, sizeof *r);
    if (count == 1 && octets[0] == PREFIX_INFINITY)
        return MC_ERROR_INFINITY;
    if (count > 0 && octets[0] != PREFIX_UNCOMPRESSED)
        return MC_ERROR_ENCODING;
    if (count != FB_POINT_BYTES)
        return MC_ERROR_LENGTH;
    const uint8_t *x = octets + 1, *y = x + FB_BYTES;
    if (x[0] > FIRST_OCTET_MASK || y[0] > FIRST_OCTET_MASK)
        return MC_ERROR_COORDINATE_RANGE;
    FB(from_octets)(r->x, x, FB_BYTES);
    FB(from_octets)(r->y, y, FB_BYTES);
    return MC_OK;
}
