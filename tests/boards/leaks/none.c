/* The same shape without a leak, to show that the check can also pass. */
#include "leak.h"

__attribute__((noinline)) void planted(void)
{
    seen ^= k[0] & k[1];
}
