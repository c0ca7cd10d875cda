/* A planted leak: a table read at a secret index, which leaks on a processor with a data cache. */
#include "leak.h"

static const uint8_t table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

__attribute__((noinline)) void planted(void)
{
    seen ^= table[k[0] & 15];
}
