/* The Tate pairing on points, scalars and values whose bytes valgrind takes for undefined: it reports every jump and
 * address that depends on one. With an argument, a planted leak, which it must report. test_tate_secrets.py builds it
 * as tate_secrets_<field>, and runs it. */
#include <stdio.h>
#include <valgrind/memcheck.h>

#include "pairing/tate/tate.h"

#define SECRET(object) VALGRIND_MAKE_MEM_UNDEFINED(&(object), sizeof(object))

int main(int count, char **arguments)
{
    static EC(tate_fixed_line) lines[TATE_LINES];
    mc_word k[TATE_ORDER_WORDS] = {123}, real[FP_WORDS], u[FP_WORDS];
    EC(tate_point) p, q;
    fp2 value;
    (void)arguments;
    EC(tate_generator)(&p);
    SECRET(p);
    SECRET(k);
    EC(tate_multiply)(&q, &p, k, TATE_ORDER_BITS);
    EC(tate_pairing)(&value, &p, &q);
    EC(tate_pairing_real)(real, &p, &q);
    EC(tate_fix)(lines, &p);
    EC(tate_miller_fixed)(&value, lines, &q);
    EC(tate_final)(&value, &value);
    EC(tate_value_power)(&value, &value, k, TATE_ORDER_BITS);
    FP(copy)(u, real);
    EC(tate_map)(&p, u);
    EC(tate_clear_cofactor)(&p, &p);
    volatile mc_word masks =
        EC(tate_mask_in_group)(&p) & EC(tate_mask_on_curve)(&p) & EC(tate_value_mask_in_group)(&value);
    if (count > 1 && masks == 0)
        puts("leak");
    return 0;
}
