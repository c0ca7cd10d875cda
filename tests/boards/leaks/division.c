/* A planted leak: a division whose operands are secret; its time depends on them. */
#include "leak.h"

__attribute__((noinline)) void planted(void)
{
    uint32_t divisor = k[1] | 1u;
    seen ^= (uint8_t)(k[0] / divisor);
}
