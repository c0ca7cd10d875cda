/* A planted leak: a branch on one bit of the secret. Reads and writes as boards/firmware/scalar_mult.c does. */
#include "leak.h"

__attribute__((noinline)) void planted(void)
{
    if (k[0] & 2)
        seen += 3;
    seen ^= k[1];
}
