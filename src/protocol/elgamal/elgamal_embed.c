/* Messages in points, by tries (Koblitz, Elliptic curve cryptosystems, Math. Comp. 48, 1987, 3). The time depends on
 * the message. */
#include "encoding/encoding.h"
#include "protocol/protocol.h"

#include <string.h>

#if !FIELD_HAS_EDWARDS_CURVES

/* Bytes of the stack for the validation of a point that holds a message. */
MC_WIPE_BELOW(elgamal_wipe_below, 512 + 24 * EC_BYTES)

#define MARK 0x01 /* before the message; as a first byte it is within every field */

/* One try of 2 h succeeds: fewer than 2^-49 of all messages fail for a cofactor h up to 4, practically none above. */
static size_t counter_bytes(const MC_FLASH EC(curve) *curve)
{
    const uint32_t h = EC_CURVE_COFACTOR(curve);
    return h <= 4 ? 1 : h <= 256 ? 2 : 3;
}

mc_status EC(elgamal_capacity)(size_t *octets, const MC_FLASH EC(curve) *curve)
{
    const size_t taken = 1 + counter_bytes(curve);
    *octets = EC_BYTES > taken ? EC_BYTES - taken : 0;
    return *octets ? MC_OK : MC_ERROR_UNSUPPORTED;
}

/* The number at the end of x, one more; 0 after the last. */
static uint8_t next_counter(uint8_t *x, size_t bytes)
{
    for (size_t i = EC_BYTES; i-- > EC_BYTES - bytes;)
        if (++x[i])
            return 1;
    return 0;
}

/* Whether a point of the subgroup has this x. */
static uint8_t is_fit(EC(affine) *p, const uint8_t *x, const MC_FLASH EC(curve) *curve)
{
    if (EC(element_decode)(p->x, x) != MC_OK || EC(affine_from_x_var)(p, p->x, 0, curve) != MC_OK)
        return 0;
    return EC(affine_mask_subgroup)(p, curve) != 0;
}

mc_status EC(elgamal_embed)(uint8_t *point, const uint8_t *message, size_t message_bytes,
                            const MC_FLASH EC(curve) *curve)
{
    uint8_t x[EC_BYTES] = {0};
    EC(affine) p;
    size_t capacity;
    mc_status status = EC(elgamal_capacity)(&capacity, curve);
    if (status != MC_OK)
        return status;
    if (message_bytes > capacity)
        return MC_ERROR_MESSAGE_LENGTH;
    x[capacity - message_bytes] = MARK;
    mc_move(x + capacity - message_bytes + 1, message, message_bytes);
    uint8_t found, again = 1;
    while (!(found = is_fit(&p, x, curve)) && again)
        again = next_counter(x, counter_bytes(curve));
    if (found)
        EC(affine_encode)(point, &p);
    mc_wipe(x, sizeof x);
    mc_wipe(&p, sizeof p);
    elgamal_wipe_below();
    return found ? MC_OK : MC_ERROR_NOT_ON_CURVE;
}

/* The message of x, of `capacity` bytes at most, and zeros up to the capacity. */
static mc_status read_message(uint8_t *message, size_t *message_bytes, const uint8_t *x, size_t capacity)
{
    size_t start = 0;
    while (start < capacity && x[start] == 0)
        start++;
    if (x[start] != MARK)
        return MC_ERROR_ENCODING;
    memmove(message, x + start + 1, capacity - start);
    memset(message + capacity - start, 0, start);
    *message_bytes = capacity - start;
    return MC_OK;
}

mc_status EC(elgamal_extract)(uint8_t *message, size_t *message_bytes, const uint8_t *point, size_t point_bytes,
                              const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    size_t capacity;
    mc_status status = EC(elgamal_capacity)(&capacity, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&p, point, point_bytes, curve);
    if (status == MC_OK)
        status = read_message(message, message_bytes, point + 1, capacity);
    mc_wipe(&p, sizeof p);
    elgamal_wipe_below();
    return status;
}

#endif
