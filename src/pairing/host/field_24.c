/* Products, sums and differences of a field of 24 words on x86-64, by the kernels of montgomery_24.h: in the place of
 * fp/multiplication/mul_reduce_montgomery_cios.c, sqr_reduce_multiply.c, fp/add_modular.c and fp/sub_modular.c, which
 * hold the same elements (cmake/pairings.cmake). */
#include "pairing/host/montgomery_24.h"

#include "fp/fp.h"

#include MC_STRINGIFY(pairing/host/MC_FIELD.h) /* generated: MODULUS_24 */

_Static_assert(FP_WORDS == 24 && FP_MONTGOMERY, "the elements that the kernels take");

static const mc_modulus_24 modulus = MODULUS_24;

/* By macros, since lists of sources by name have the other files. */
#define MULTIPLY FP(mul_reduce_montgomery_cios)
#define SQUARE   FP(sqr_reduce_multiply)
#define ADD      FP(add_modular)
#define SUBTRACT FP(sub_modular)

void MULTIPLY(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_montgomery_mul_24(r, a, b, &modulus);
}

void SQUARE(mc_word *r, const mc_word *a)
{
    mc_montgomery_sqr_24(r, a, &modulus);
}

void ADD(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_modular_add_24(r, a, b, &modulus);
}

void SUBTRACT(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_modular_sub_24(r, a, b, &modulus);
}
