#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* public_key = d G. */
static mc_status encode_product(uint8_t *public_key, const mc_word *d, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, d, curve);
    if (status == MC_OK)
        EC(affine_encode)(public_key, &p);
    return status;
}

mc_status EC(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    mc_status status = EC(scalar_decode)(d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        status = encode_product(public_key, d, curve);
    mc_wipe(d, sizeof d);
    return status;
}

mc_status EC(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    mc_status status = EC(draw_scalar)(d, random, context, curve);
    if (status == MC_OK)
        status = encode_product(public_key, d, curve);
    if (status == MC_OK)
        mc_words_to_octets(private_key, EC_SCALAR_BYTES(curve), d);
    mc_wipe(d, sizeof d);
    return status;
}

MC_OWN_FRAME
mc_status EC(public_key_decode)(EC(affine) *q, const uint8_t *public_key, size_t public_key_bytes,
                                const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(affine_decode)(q, public_key, public_key_bytes);
    if (status == MC_OK)
        status = EC(affine_validate)(q, curve);
    if (status != MC_OK)
        memset(q, 0, sizeof *q);
    return status;
}

mc_status EC(public_key_validate)(const uint8_t *public_key, size_t public_key_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    return EC(public_key_decode)(&q, public_key, public_key_bytes, curve);
}
