#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/scalar.h"

#ifdef ec_scalar_mult_base_within
#include "protocol/ladder_depth.h"
#include "scalar/ladder/x_fraction.h"

MC_WIPE_BELOW(wipe_below, LADDER_DEPTH)

/* The private key, and the memory of its ladder. */
typedef struct {
    mc_word d[EC_SCALAR_WORDS];
    EC(ladder_room) ladder;
} pair_room;

/* public_key = d G, whose coordinates leave their form in place: an encoding of points would copy them. */
static mc_status encode_product(uint8_t *public_key, pair_room *own, const MC_FLASH EC(curve) *curve)
{
    EC(affine) *const q = &own->ladder.q;
    const mc_status status = ec_scalar_mult_base_within(&own->ladder, own->d, curve);
    if (status == MC_OK) {
        field_from_form(q->x, q->x);
        field_from_form(q->y, q->y);
        *public_key = MC_POINT_UNCOMPRESSED;
        mc_words_to_octets(public_key + 1, EC_BYTES, q->x);
        mc_words_to_octets(public_key + 1 + EC_BYTES, EC_BYTES, q->y);
    }
    return status;
}

#else

#define wipe_below() ((void)0)

typedef struct {
    mc_word d[EC_SCALAR_WORDS];
} pair_room;

/* public_key = d G. */
static mc_status encode_product(uint8_t *public_key, const pair_room *own, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, own->d, curve);
    if (status == MC_OK)
        EC(affine_encode)(public_key, &p);
    return status;
}

#endif

mc_status EC(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH EC(curve) *curve)
{
    pair_room own;
    mc_status status = EC(scalar_decode)(own.d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        status = encode_product(public_key, &own, curve);
    mc_wipe(&own, sizeof own);
    wipe_below();
    return status;
}

mc_status EC(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH EC(curve) *curve)
{
    pair_room own;
    mc_status status = EC(draw_scalar)(own.d, random, context, curve);
    if (status == MC_OK)
        status = encode_product(public_key, &own, curve);
    if (status == MC_OK)
        mc_words_to_octets(private_key, EC_SCALAR_BYTES(curve), own.d);
    mc_wipe(&own, sizeof own);
    wipe_below();
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
