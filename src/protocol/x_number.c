#include "protocol/protocol.h"

#include <string.h>

void EC(x_number)(mc_word *number, const mc_word *x)
{
    memset(number, 0, EC_SCALAR_WORDS * sizeof *number);
#if FIELD_IS_PRIME
    EC(from_form)(number, x);
#else
    EC(copy)(number, x);
#endif
}
