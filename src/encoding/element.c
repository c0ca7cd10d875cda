#include "encoding/encoding.h"

#if FIELD_IS_PRIME

mc_status EC(element_decode)(mc_word *r, const uint8_t *octets)
{
    mc_words_from_octets(r, EC_WORDS, octets, EC_BYTES);
    if (!field_mask_below(r)) {
        mc_wipe(r, EC_WORDS * sizeof *r);
        return MC_ERROR_COORDINATE_RANGE;
    }
    field_to_form(r, r);
    return MC_OK;
}

MC_OWN_FRAME
void EC(element_encode)(uint8_t *octets, const mc_word *a)
{
    mc_word number[EC_WORDS];
    field_from_form(number, a);
    mc_words_to_octets(octets, EC_BYTES, number);
    mc_wipe(number, sizeof number);
}

#else

#include "fb/normal_basis/normal.h"

/* Bits of the first byte that belong to the element. */
#define FIRST_OCTET_MASK ((uint8_t)(0xff >> (8 * EC_BYTES - FB_M)))

mc_status EC(element_decode)(mc_word *r, const uint8_t *octets)
{
    const uint8_t in_range = (octets[0] | FIRST_OCTET_MASK) == FIRST_OCTET_MASK;
    mc_words_from_octets(r, EC_WORDS, octets, in_range ? EC_BYTES : 0);
#if FB_ENCODED_NORMAL
    FB(normal_to_polynomial)(r, r);
#endif
    return in_range ? MC_OK : MC_ERROR_COORDINATE_RANGE;
}

void EC(element_encode)(uint8_t *octets, const mc_word *a)
{
#if FB_ENCODED_NORMAL
    mc_word number[EC_WORDS];
    FB(normal_from_polynomial)(number, a);
    mc_words_to_octets(octets, EC_BYTES, number);
    mc_wipe(number, sizeof number);
#else
    mc_words_to_octets(octets, EC_BYTES, a);
#endif
}

#endif
