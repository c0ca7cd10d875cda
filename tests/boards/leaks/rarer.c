/* A planted leak: a branch that is taken for one secret in 1,024, by a byte and two bits of another. */
#include "leak.h"

__attribute__((noinline)) void planted(void)
{
    const uint8_t *octets = (const uint8_t *)k;
    if (octets[4] == 0x5a && (octets[9] & 3) == 1)
        seen += 3;
    seen ^= k[1];
}
