#include "protocol/protocol.h"

#include <string.h>

#if !FIELD_IS_PRIME
#include "fb/normal_basis/normal.h"
#endif

void EC(x_number)(mc_word *number, const mc_word *x)
{
    memset(number, 0, EC_SCALAR_WORDS * sizeof *number);
#if FIELD_IS_PRIME
    field_from_form(number, x);
#elif FB_ENCODED_NORMAL
    FB(normal_from_polynomial)(number, x);
#else
    field_copy(number, x);
#endif
}
