/* Modular arithmetic on numbers of 24 words of 64 bits for x86-64, which native/x86_64/montgomery.h, of 2 to 9 words,
 * does not reach. R = 2^1536.
 *
 *   mc_montgomery_mul_24(r, a, b, m)   r = a b / R mod m->n
 *   mc_montgomery_sqr_24(r, a, m)      r = a^2 / R mod m->n
 *   mc_modular_add_24(r, a, b, m), mc_modular_sub_24(r, a, b, m)
 *
 * a, b and r are below the modulus; r may be a or b. Constant time.
 *
 * Products exist for three levels of instructions, with the level at the end of their names: `ifma` (AVX-512 IFMA, VBMI
 * and VBMI2: montgomery_24_ifma.c), `adx` (MULX, ADCX, ADOX) and `x86_64` (any), both of codegen/x86_64/blocks.py. The
 * names without a level are bound to one of them when the program is loaded (montgomery_24.c). All compute the same
 * numbers. Sums are the same code on every x86-64. */
#ifndef MC_PAIRING_MONTGOMERY_24_H
#define MC_PAIRING_MONTGOMERY_24_H

#include <stdint.h>

/* A modulus: odd, and below R (1 - 2^-28), which the level ifma needs. Digits are of 52 bits, lowest first. */
typedef struct {
    uint64_t n[24];
    uint64_t minus_inverse;                        /* -1 / n mod 2^64 */
    _Alignas(64) uint64_t digits[32];              /* of n */
    _Alignas(64) uint64_t multiple[32];            /* (n (-1 / n mod 2^52) + 1) / 2^52 */
    _Alignas(64) uint64_t multiple_one_higher[32]; /* times 2^52 */
} mc_modulus_24;

typedef void mc_product_24(uint64_t *r, const uint64_t *a, const uint64_t *b, const mc_modulus_24 *m);
typedef void mc_square_24(uint64_t *r, const uint64_t *a, const mc_modulus_24 *m);

#pragma GCC visibility push(hidden)
mc_product_24 mc_montgomery_mul_24, mc_montgomery_mul_24_ifma, mc_montgomery_mul_24_adx, mc_montgomery_mul_24_x86_64;
mc_square_24 mc_montgomery_sqr_24, mc_montgomery_sqr_24_ifma, mc_montgomery_sqr_24_adx, mc_montgomery_sqr_24_x86_64;
mc_product_24 mc_modular_add_24, mc_modular_sub_24;
#pragma GCC visibility pop

#endif
