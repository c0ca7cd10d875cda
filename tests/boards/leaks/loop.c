/* A planted leak: a loop bound that depends on the secret. */
#include "leak.h"

__attribute__((noinline)) void planted(void)
{
    for (uint8_t i = 0; i < (k[1] & 15); i++)
        seen += i;
}
