#include "protocol/verdict/verdict.h"

/* Bits of a number below 2^8 in every byte. The multiplication cannot make 0 of another number. */
#define SPREAD UINT32_C(0x01010101)

/* Volatile, so that no compiler makes one call of two with the same arguments. A fault in the caller can write the
 * octets over the others, which then equal themselves. */
uint32_t mc_verdict_differs(const volatile uint8_t *octets, const uint8_t *others, size_t bytes)
{
    uint8_t some = 0, other = 0;
    for (size_t i = 0; i < bytes; i++) {
        const uint8_t octet = octets[i];
        some |= octet;
        other |= octet ^ others[i];
    }
    return some && octets != others ? other : 1;
}

static void put(uint8_t *octets, uint32_t word)
{
    for (uint8_t i = 0; i < 4; i++)
        octets[i] = (uint8_t)(word >> 8 * i);
}

mc_status mc_verdict_put(uint8_t *verdict, mc_status status, uint32_t first, uint32_t second)
{
    put(verdict, MC_VERDICT_VALID ^ (uint32_t)(status | first) * SPREAD);
    put(verdict + 4, ~MC_VERDICT_VALID ^ second * SPREAD);
    return status == MC_OK && (first | second) ? MC_ERROR_SIGNATURE : status;
}
