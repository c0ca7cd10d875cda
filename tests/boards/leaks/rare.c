/* A planted leak: a branch that is taken for one secret in 256. */
#include "leak.h"

__attribute__((noinline)) void planted(void)
{
    if ((uint8_t)k[0] == 0xa7)
        seen += 3;
    seen ^= k[1];
}
