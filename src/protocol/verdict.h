/* How a verdict is written (motecurve/verdict.h): shared by the verifications that have one. */
#ifndef MC_PROTOCOL_VERDICT_H
#define MC_PROTOCOL_VERDICT_H

#include "motecurve/verdict.h"

/* Bits of a status in every byte. The multiplication cannot make 0 of another number. */
#define SPREAD UINT32_C(0x01010101)

static void put(uint8_t *octets, uint32_t word)
{
    for (uint8_t i = 0; i < 4; i++)
        octets[i] = (uint8_t)(word >> 8 * i);
}

/* The second comparison: 0 if the octets are equal and not all zeros. */
MC_INLINE uint8_t octets_differ(const uint8_t *octets, const uint8_t *others, uint8_t bytes)
{
    uint8_t some = 0, other = 0;
    for (uint8_t i = 0; i < bytes; i++) {
        some |= octets[i];
        other |= octets[i] ^ others[i];
    }
    return some ? other : 1;
}

#endif
