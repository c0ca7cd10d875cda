#include "encoding/encoding.h"

#include <string.h>

#define PREFIX_INFINITY 0x00

void EC(affine_encode)(uint8_t octets[EC_POINT_BYTES], const EC(affine) *p)
{
    octets[0] = MC_POINT_UNCOMPRESSED;
    EC(element_encode)(octets + 1, p->x);
    EC(element_encode)(octets + 1 + EC_BYTES, p->y);
}

mc_status EC(affine_decode)(EC(affine) *r, const uint8_t *octets, size_t count)
{
    memset(r, 0, sizeof *r);
    if (count == 1 && octets[0] == PREFIX_INFINITY)
        return MC_ERROR_INFINITY;
    if (count > 0 && octets[0] != MC_POINT_UNCOMPRESSED)
        return MC_ERROR_ENCODING;
    if (count != EC_POINT_BYTES)
        return MC_ERROR_LENGTH;
    return EC(coordinates_decode)(r, octets + 1);
}

mc_status EC(coordinates_decode)(EC(affine) *r, const uint8_t octets[2 * EC_BYTES])
{
    mc_status status = EC(element_decode)(r->x, octets);
    if (status == MC_OK)
        status = EC(element_decode)(r->y, octets + EC_BYTES);
    if (status != MC_OK)
        memset(r, 0, sizeof *r);
    return status;
}
