/* fp/inversion/inv_safegcd.c for primes that are too long for the code that moduli of a length share on hosts
 * (fp/host/safegcd_shared.h): the same template, compiled for the field alone. cmake/pairings.cmake compiles one or the
 * other. */
#include "fp/inversion/digits.h"
#include "fp/fp.h"

/* As there. */
#define DIGITS   ((FP_BITS + 1 + DIGIT_BITS) / DIGIT_BITS)
#define DIVSTEPS ((45907UL * FP_BITS + 26313) / 19929)
#define BATCHES  ((uint8_t)((DIVSTEPS + (unsigned)DIGIT_BITS - 1) / (unsigned)DIGIT_BITS))
_Static_assert(19929UL * (BATCHES * (unsigned long)DIGIT_BITS + 1) > 45907UL * FP_BITS + 26313,
               "as many steps as the bound of safegcd-bounds");

#define WORDS FP_WORDS
#define WORDS_PARAMETER
#include "fp/inversion/safegcd.h"

/* By a macro, since lists of sources by name have the other file. */
#define INVERT FP(inv_safegcd)
void INVERT(mc_word *r, const mc_word *a)
{
    state s = {.d = {0}};
    matrix t;
    to_digits(s.n, FP_MODULUS->n);
    to_digits(s.f, FP_MODULUS->n);
    to_digits(s.g, a);
    to_digits(s.e, FP_MODULUS->r_squared); /* R^2 / (a R) = R / a */
    SAFEGCD_INVERT(s, t, (mc_unsigned_digit)(0 - FP_MODULUS->minus_n_inverse), BATCHES);
    from_digits(r, s.d);
    mc_wipe(&s, sizeof s);
    mc_wipe(&t, sizeof t);
}
