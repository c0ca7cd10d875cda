/* Modular arithmetic in assembly for x86-64, words of 64 bits: the kernels that meta.h lists, for n words or one prime.
 *
 *   mc_montgomery_mul_<n>(r, a, b, modulus, minus_inverse)   r = a b / 2^(64 n) mod modulus
 *   mc_montgomery_sqr_<n>(r, a, modulus, minus_inverse)      r = a^2 / 2^(64 n) mod modulus
 *   mc_montgomery_mul_<field>(r, a, b), mc_montgomery_sqr_<field>(r, a)   the same modulo the prime of a field
 *   mc_modular_add_<n>(r, a, b, modulus), mc_modular_sub_<n>(r, a, b, modulus)
 *   mc_modular_mul_fp255(r, a, b), mc_modular_sqr_fp255(r, a)   products modulo 2^255 - 19, without 1 / 2^256
 *   mc_ladder_step_fp255_adx(points, x, swap, a24)   scalar/scalar.h: a step of the ladder on Curve25519, one level
 *   mc_extended_double_fp255_adx(r, p)           r = 2 p on Ed25519, extended coordinates
 *   mc_extended_add_fp255_adx(r, p, q, d)        r = p + q, q affine; d: the curve's coefficient
 *   mc_extended_add_apart_fp255_adx(r, p, q)     the same; Z = 0 if the order of p - q divides 4
 *   mc_jacobian_double_<field>_adx(r, p)         r = 2 p in Jacobian coordinates, on curves with the a of meta.h
 *   mc_jacobian_add_<field>_adx(r, p, q)         r = p + q, q affine; 0 for p = q, else another number
 *
 * modulus: any odd one of n words; minus_inverse = -1 / modulus mod 2^64. a, b and r are below the modulus; r may be a
 * or b. Constant time.
 *
 * Products exist for two levels of instructions, with the level at the end of their names: `adx` (MULX, ADCX, ADOX:
 * Intel since Broadwell, AMD since Zen) and `x86_64` (any). The names without a level are bound to one of them when
 * the program is loaded (level.h). */
#ifndef MC_NATIVE_X86_64_MONTGOMERY_H
#define MC_NATIVE_X86_64_MONTGOMERY_H

#include <stdint.h>

#include "native/x86_64/meta.h"

typedef void mc_montgomery_mul_any(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *modulus,
                                   uint64_t minus_inverse);
typedef void mc_montgomery_sqr_any(uint64_t *r, const uint64_t *a, const uint64_t *modulus, uint64_t minus_inverse);
typedef void mc_montgomery_mul_prime(uint64_t *r, const uint64_t *a, const uint64_t *b);
typedef void mc_montgomery_sqr_prime(uint64_t *r, const uint64_t *a);
typedef void mc_ladder_step_prime(uint64_t *points, const uint64_t *x, uint64_t swap, uint32_t a24);
typedef void mc_point_double_prime(uint64_t *r, const uint64_t *p);
typedef void mc_extended_add_prime(uint64_t *r, const uint64_t *p, const uint64_t *q, const uint64_t *d);
typedef void mc_extended_add_apart_prime(uint64_t *r, const uint64_t *p, const uint64_t *q);
typedef uint64_t mc_jacobian_add_prime(uint64_t *r, const uint64_t *p, const uint64_t *q);
typedef void mc_modular_any(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *modulus);

/* Hidden: no symbol of the library, and no address of a kernel that the loader would have to find by its name. */
#pragma GCC visibility push(hidden)
#define MC_DECLARE(name, type) type name, name##_adx, name##_x86_64;
#define MC_DECLARE_ANY(n)                                                                                              \
    MC_DECLARE(mc_montgomery_mul_##n, mc_montgomery_mul_any)                                                           \
    MC_DECLARE(mc_montgomery_sqr_##n, mc_montgomery_sqr_any)                                                           \
    mc_modular_any mc_modular_add_##n, mc_modular_sub_##n;
#define MC_DECLARE_PRIME(field)                                                                                        \
    MC_DECLARE(mc_montgomery_mul_##field, mc_montgomery_mul_prime)                                                     \
    MC_DECLARE(mc_montgomery_sqr_##field, mc_montgomery_sqr_prime)
MC_X86_64_WORDS(MC_DECLARE_ANY)
MC_X86_64_PRIMES(MC_DECLARE_PRIME)
MC_DECLARE(mc_modular_mul_fp255, mc_montgomery_mul_prime)
MC_DECLARE(mc_modular_sqr_fp255, mc_montgomery_sqr_prime)
mc_ladder_step_prime mc_ladder_step_fp255_adx;
mc_point_double_prime mc_extended_double_fp255_adx;
mc_extended_add_prime mc_extended_add_fp255_adx;
mc_extended_add_apart_prime mc_extended_add_apart_fp255_adx;
#define MC_DECLARE_JACOBIAN(field)                                                                                     \
    mc_point_double_prime mc_jacobian_double_##field##_adx;                                                            \
    mc_jacobian_add_prime mc_jacobian_add_##field##_adx;
MC_X86_64_JACOBIAN(MC_DECLARE_JACOBIAN)
#undef MC_DECLARE_JACOBIAN
#undef MC_DECLARE_PRIME
#undef MC_DECLARE_ANY
#undef MC_DECLARE
#pragma GCC visibility pop

/* The kernel of points of a field. */
#define MC_POINT_KERNEL(name, field) MC_CONCATENATE(MC_CONCATENATE(name, field), _adx)

/* Calls <function><words> with the arguments in parentheses, such as mc_montgomery_mul_4 by
 * MC_X86_64_CALL(mc_montgomery_mul_, FP_WORDS, (r, a, b, modulus, minus_inverse)); words: a constant of meta.h. */
#define MC_X86_64_CALL(function, words, arguments)                                                                     \
    do {                                                                                                               \
        switch (words) {                                                                                               \
            MC_X86_64_CASES(MC_X86_64_CASE, function, arguments)                                                       \
        default:                                                                                                       \
            __builtin_unreachable();                                                                                   \
        }                                                                                                              \
    } while (0)
#define MC_X86_64_CASE(n, function, arguments)                                                                         \
    case n:                                                                                                            \
        function##n arguments;                                                                                         \
        break;

#endif
