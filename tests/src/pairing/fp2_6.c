/* Functions of pairing/host/fp2_6_ifma.h by their names, for test_fp2_6.py: they are hidden symbols. */
#include <string.h>

#include "pairing/host/fp2_6_ifma.h"

void *function_address(const char *name);

void *function_address(const char *name)
{
#define FIND(symbol)                                                                                                   \
    if (!strcmp(name, #symbol))                                                                                        \
        return (void *)symbol;
    FIND(mc_fp2_mul_6_ifma)
    FIND(mc_fp2_mul_two_6_ifma)
    FIND(mc_fp2_mul_three_6_ifma)
    return NULL;
}
