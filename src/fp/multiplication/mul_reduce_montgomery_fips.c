/*---
name: montgomery-fips
family: fp-mul-reduce
summary: Montgomery multiplication, finely integrated product scanning
source: Koc, Acar and Kaliski, Analyzing and Comparing Montgomery Multiplication Algorithms, 1996
domain: any a, b below p; a b / R mod p
constant_time: same-trace-and-addresses
form: montgomery
---*/
#include "fp/multiplication/columns.h"

void FP(mul_reduce_montgomery_fips)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    mc_word q[FP_WORDS], t[FP_WORDS];
    column sum = {0};
    /* Columns of a b + q p: in the lower half q[k] makes column k vanish. */
    FP_UNROLL
    for (uint8_t k = 0; k < FP_WORDS; k++) {
        FP_UNROLL
        for (uint8_t i = 0; i < k; i++) {
            column_add(&sum, a[i], b[k - i]);
            column_add(&sum, q[i], FP_MODULUS->n[k - i]);
        }
        column_add(&sum, a[k], b[0]);
        q[k] = (mc_word)((mc_dword)(mc_word)sum.low * FP_MODULUS->minus_n_inverse);
        column_add(&sum, q[k], FP_MODULUS->n[0]);
        column_next(&sum);
    }
    FP_UNROLL
    for (uint8_t k = FP_WORDS; k < 2 * FP_WORDS - 1; k++) {
        FP_UNROLL
        for (uint8_t i = (uint8_t)(k - FP_WORDS + 1); i < FP_WORDS; i++) {
            column_add(&sum, a[i], b[k - i]);
            column_add(&sum, q[i], FP_MODULUS->n[k - i]);
        }
        t[k - FP_WORDS] = column_next(&sum);
    }
    t[FP_WORDS - 1] = column_next(&sum);
    fp_reduce_once(r, t, (mc_word)sum.low FP_PASS);
    fp_wipe(q, sizeof q);
    fp_wipe(t, sizeof t);
}
