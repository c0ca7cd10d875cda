/* Identities: a form (1 without dates, 2 with them), the name's length, the name, and in form 2 the first and the last
 * second of the validity in 8 big-endian bytes each. */
#include "ibe/once/object.h"

#include <string.h>

enum { FORM_NAME = 1, FORM_DATED = 2, BEFORE_NAME = 2, TIME_BYTES = 8 };

size_t mc_ibe_identity_bytes(size_t name_bytes, uint8_t has_validity)
{
    if (name_bytes == 0 || name_bytes > MC_IBE_NAME_MAX_BYTES)
        return 0;
    return BEFORE_NAME + name_bytes + (has_validity ? 2 * TIME_BYTES : 0);
}

static void write_time(uint8_t *octets, uint64_t time)
{
    for (uint8_t i = TIME_BYTES; i-- > 0; time >>= 8)
        octets[i] = (uint8_t)time;
}

static uint64_t read_time(const uint8_t *octets)
{
    uint64_t time = 0;
    for (uint8_t i = 0; i < TIME_BYTES; i++)
        time = time << 8 | octets[i];
    return time;
}

mc_status mc_ibe_identity_encode(uint8_t *encoded, const mc_ibe_identity *identity)
{
    const mc_ibe_identity from = *identity;
    const size_t bytes = mc_ibe_identity_bytes(from.name_bytes, from.has_validity);
    const uint8_t is_right = from.has_validity ? from.has_validity == 1 && from.not_before <= from.not_after
                                               : !from.not_before && !from.not_after;
    if (bytes == 0 || !is_right)
        return mc_ibe_end(MC_IBE_ERROR_IDENTITY, encoded, bytes);
    mc_move(encoded + BEFORE_NAME, from.name, from.name_bytes);
    encoded[0] = from.has_validity ? FORM_DATED : FORM_NAME;
    encoded[1] = (uint8_t)from.name_bytes;
    if (from.has_validity) {
        write_time(encoded + bytes - 2 * TIME_BYTES, from.not_before);
        write_time(encoded + bytes - TIME_BYTES, from.not_after);
    }
    return MC_OK;
}

mc_status mc_ibe_identity_decode(mc_ibe_identity *identity, const uint8_t *encoded, size_t encoded_bytes)
{
    mc_ibe_identity found = {0};
    memset(identity, 0, sizeof *identity);
    if (encoded_bytes < BEFORE_NAME || (encoded[0] != FORM_NAME && encoded[0] != FORM_DATED))
        return MC_IBE_ERROR_IDENTITY;
    found.has_validity = encoded[0] == FORM_DATED;
    found.name = encoded + BEFORE_NAME;
    found.name_bytes = encoded[1];
    if (found.name_bytes == 0 || encoded_bytes != mc_ibe_identity_bytes(found.name_bytes, found.has_validity))
        return MC_IBE_ERROR_IDENTITY;
    if (found.has_validity) {
        found.not_before = read_time(encoded + encoded_bytes - 2 * TIME_BYTES);
        found.not_after = read_time(encoded + encoded_bytes - TIME_BYTES);
    }
    if (found.not_before > found.not_after)
        return MC_IBE_ERROR_IDENTITY;
    *identity = found;
    return MC_OK;
}

mc_status mc_ibe_check_identity(const uint8_t *encoded, size_t encoded_bytes)
{
    mc_ibe_identity identity;
    return mc_ibe_identity_decode(&identity, encoded, encoded_bytes);
}

mc_status mc_ibe_identity_check(const uint8_t *encoded, size_t encoded_bytes, uint64_t now)
{
    mc_ibe_identity identity;
    const mc_status status = mc_ibe_identity_decode(&identity, encoded, encoded_bytes);
    if (status != MC_OK || !identity.has_validity)
        return status;
    if (now < identity.not_before)
        return MC_IBE_ERROR_NOT_YET_VALID;
    return now > identity.not_after ? MC_IBE_ERROR_EXPIRED : MC_OK;
}
