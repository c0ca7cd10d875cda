/* The level to which the names without a level are bound: compares every product by such a name, and by
 * MC_X86_64_CALL, with the product of level x86_64, and prints the level. Exit status 1 if any differs. */
#include <stdio.h>
#include <string.h>

#include "native/api.h"
#include "native/x86_64/montgomery.h"

#define MAX_WORDS 9

static unsigned failures;

static void expect_equal(const uint64_t *a, const uint64_t *b)
{
    failures += memcmp(a, b, MAX_WORDS * sizeof *a) != 0;
}

int main(void)
{
    uint64_t modulus[MAX_WORDS], a[MAX_WORDS], b[MAX_WORDS];
    for (unsigned i = 0; i < MAX_WORDS; i++) {
        modulus[i] = 0xfffffffffffffff7 - i;
        a[i] = 0x0123456789abcdef * (i + 3);
        b[i] = 0x9e3779b97f4a7c15 * (i + 5);
    }
    uint64_t inverse = modulus[0]; /* mod 2^3, for every odd number; each step doubles the bits */
    for (unsigned i = 0; i < 5; i++)
        inverse *= 2 - modulus[0] * inverse;
    uint64_t minus_inverse = 0 - inverse;
#define COMPARE_ANY(n)                                                                                                 \
    {                                                                                                                  \
        uint64_t r[MAX_WORDS] = {0}, s[MAX_WORDS] = {0}, t[MAX_WORDS] = {0};                                           \
        mc_montgomery_mul_##n(r, a, b, modulus, minus_inverse);                                                        \
        mc_montgomery_mul_##n##_x86_64(s, a, b, modulus, minus_inverse);                                               \
        MC_X86_64_CALL(mc_montgomery_mul_, n + 0, (t, a, b, modulus, minus_inverse));                                  \
        expect_equal(r, s);                                                                                            \
        expect_equal(t, s);                                                                                            \
        mc_montgomery_sqr_##n(r, a, modulus, minus_inverse);                                                           \
        mc_montgomery_mul_##n##_x86_64(s, a, a, modulus, minus_inverse);                                               \
        expect_equal(r, s);                                                                                            \
    }
    MC_X86_64_WORDS(COMPARE_ANY)
    a[8] &= 0x1ff; /* below 2^521 - 1, too */
    b[8] &= 0x1ff;
#define COMPARE_PRIME(field)                                                                                           \
    {                                                                                                                  \
        uint64_t r[MAX_WORDS] = {0}, s[MAX_WORDS] = {0};                                                               \
        mc_montgomery_mul_##field(r, a, b);                                                                            \
        mc_montgomery_mul_##field##_x86_64(s, a, b);                                                                   \
        expect_equal(r, s);                                                                                            \
        mc_montgomery_sqr_##field(r, a);                                                                               \
        mc_montgomery_mul_##field##_x86_64(s, a, a);                                                                   \
        expect_equal(r, s);                                                                                            \
    }
    MC_X86_64_PRIMES(COMPARE_PRIME)
    {
        uint64_t r[MAX_WORDS] = {0}, s[MAX_WORDS] = {0};
        mc_modular_mul_fp255(r, a, b);
        mc_modular_mul_fp255_x86_64(s, a, b);
        expect_equal(r, s);
        mc_modular_sqr_fp255(r, a);
        mc_modular_mul_fp255_x86_64(s, a, a);
        expect_equal(r, s);
    }
    printf("%s\n", mc_native_level());
    return failures != 0;
}
