/* Windows from the left over a table of multiples in affine coordinates, in variable time. The file that includes this
 * describes its member: the name of the function without window (MEMBER), the number of points of the table
 * (TABLE_POINTS), where point i is (1 + i TABLE_STEP) p, the function that makes them (MAKE_TABLE), and the one that
 * reads digits (READ): those of k, or those that RECODE has stored if that is defined. */
#include "scalar/recode/digits.h"

#define FUNCTION          EC(MC_CONCATENATE(MC_CONCATENATE(MEMBER, MC_WINDOW), _var))
#define FUNCTION_OF_TABLE MC_CONCATENATE(MEMBER, _make_table)

MC_NOINLINE void FUNCTION_OF_TABLE(EC(affine) *table, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * TABLE_POINTS][EC_WORDS];
    MAKE_TABLE(table, TABLE_POINTS, p, scratch, curve);
}

mc_status FUNCTION(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    EC(affine) table[TABLE_POINTS];
    FUNCTION_OF_TABLE(table, p, curve);
#ifdef RECODE
    int8_t digits[RECODE_DIGITS];
    const uint16_t length = RECODE(digits, k, MC_WINDOW);
    EC(sum_from_left_var)(r, READ, digits, length, MC_WINDOW, table, TABLE_STEP, curve);
#else
    EC(sum_from_left_var)(r, READ, k, RECODE_DIGITS, MC_WINDOW, table, TABLE_STEP, curve);
#endif
    return MC_OK;
}

#undef FUNCTION
#undef FUNCTION_OF_TABLE
#undef MEMBER
#undef TABLE_POINTS
#undef TABLE_STEP
#undef MAKE_TABLE
#undef READ
#undef RECODE
