/* Functions of pairing/host/montgomery_24.h by their names, for test_montgomery_24.py: they are hidden symbols. */
#include <string.h>

#include "pairing/host/montgomery_24.h"

void *function_address(const char *name);

void *function_address(const char *name)
{
#define FIND(symbol)                                                                                                   \
    if (!strcmp(name, #symbol))                                                                                        \
        return (void *)symbol;
#define FIND_LEVELS(symbol) FIND(symbol) FIND(symbol##_ifma) FIND(symbol##_adx) FIND(symbol##_x86_64)
    FIND_LEVELS(mc_montgomery_mul_24)
    FIND_LEVELS(mc_montgomery_sqr_24)
    FIND(mc_modular_add_24)
    FIND(mc_modular_sub_24)
    return NULL;
}
