/* Inversion by division steps, constant time: a template over the size of numbers. The file that includes this defines
 *
 *   DIGITS           digits of a number between -2 n and 2 n
 *   WORDS            words of an element: a constant, or `words` where it is a parameter
 *   WORDS_PARAMETER  that parameter, or nothing */
#include "fp/inversion/digits.h"
#include "word/pace.h"

/* Division steps as one map: 2^DIGIT_BITS (f, g) becomes (u f + v g, q f + r g). Kernels also take the multiples of n
 * and the digits of a number there. */
#ifdef MC_DIVSTEPS_APPLY
typedef mc_divsteps_matrix matrix;
#else
typedef struct {
    mc_digit u, v, q, r;
} matrix;
#endif

typedef struct {
    mc_digit f[DIGITS], g[DIGITS]; /* gcd(f, g) = gcd(n, a) */
    mc_digit d[DIGITS], e[DIGITS]; /* a d = c f and a e = c g mod n, with e = c at the start; -2 n < d, e < n */
    mc_digit n[DIGITS];            /* kernels rely on the order of all these */
} state;

/* Keeps the optimiser from branching on a mask. */
static inline mc_unsigned_digit barrier(mc_unsigned_digit x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* ~0 if x < 0, else 0. */
static inline mc_unsigned_digit mask_negative(mc_digit x)
{
    return barrier((mc_unsigned_digit)(x >> (8 * sizeof x - 1)));
}

/* a b, low digit; 1U keeps 16-bit factors from overflowing int. */
static inline mc_unsigned_digit multiply_low(mc_unsigned_digit a, mc_unsigned_digit b)
{
    return (mc_unsigned_digit)(1U * a * b);
}

static inline mc_digit low_digit(mc_wide x)
{
    return (mc_digit)((mc_unsigned_digit)x & DIGIT_MASK);
}

static void to_digits(mc_digit *r, const mc_word *a WORDS_PARAMETER)
{
    mc_wide pending = 0;
    uint8_t bits = 0, used = 0; /* of pending; words of a in it */
    for (uint8_t i = 0; i < DIGITS; i++) {
        for (; bits < DIGIT_BITS && used < WORDS; bits = (uint8_t)(bits + MC_WORD_BITS))
            pending |= (mc_wide)a[used++] << bits;
        r[i] = low_digit(pending);
        pending = mc_shift_digit(pending);
        bits = (uint8_t)(bits - DIGIT_BITS);
    }
}

/* a is not negative and has no more bits than r. */
static void from_digits(mc_word *r, const mc_digit *a WORDS_PARAMETER)
{
    mc_wide pending = 0;
    uint8_t bits = 0, used = 0;
    for (uint8_t i = 0; i < WORDS; i++) {
        for (; bits < MC_WORD_BITS && used < DIGITS; bits = (uint8_t)(bits + DIGIT_BITS))
            pending |= (mc_wide)(mc_unsigned_digit)a[used++] << bits;
        r[i] = (mc_word)pending;
        pending >>= MC_WORD_BITS;
        bits = (uint8_t)(bits - MC_WORD_BITS);
    }
}

#ifdef __MSP430__
/* The body of the loop in divsteps(), in two thirds of the compiler's time. x - x - 1 + carry makes a mask of a carry:
 * the sign of zeta gives ~positive, the last bit of g gives ~odd. So (f ^ positive) - positive is ~positive -
 * (f ^ ~positive), and AND by a mask is BIC by its complement. The sign fills g from above, whose upper bits are not
 * used. */
static inline void divstep(mc_digit *zeta, mc_unsigned_digit *f, mc_unsigned_digit *g, mc_unsigned_digit *u,
                           mc_unsigned_digit *v, mc_unsigned_digit *q, mc_unsigned_digit *r)
{
    mc_unsigned_digit not_swap, even, term;
    __asm__("mov %[zeta], %[term]\n\t"
            "rla %[term]\n\t"
            "subc %[not_swap], %[not_swap]\n\t" /* ~positive so far */
            "bit #1, %[g]\n\t"
            "subc %[even], %[even]\n\t"
            /* g, q and r */
            "mov %[f], %[term]\n\t"
            "xor %[not_swap], %[term]\n\t"
            "sub %[not_swap], %[term]\n\t"
            "bic %[even], %[term]\n\t"
            "sub %[term], %[g]\n\t"
            "mov %[u], %[term]\n\t"
            "xor %[not_swap], %[term]\n\t"
            "sub %[not_swap], %[term]\n\t"
            "bic %[even], %[term]\n\t"
            "sub %[term], %[q]\n\t"
            "mov %[v], %[term]\n\t"
            "xor %[not_swap], %[term]\n\t"
            "sub %[not_swap], %[term]\n\t"
            "bic %[even], %[term]\n\t"
            "sub %[term], %[r]\n\t"
            "bis %[even], %[not_swap]\n\t"
            /* zeta = (zeta ^ swap) - 1 */
            "xor %[not_swap], %[zeta]\n\t"
            "inv %[zeta]\n\t"
            "dec %[zeta]\n\t"
            /* f, u and v */
            "mov %[g], %[term]\n\t"
            "bic %[not_swap], %[term]\n\t"
            "add %[term], %[f]\n\t"
            "mov %[q], %[term]\n\t"
            "bic %[not_swap], %[term]\n\t"
            "add %[term], %[u]\n\t"
            "mov %[r], %[term]\n\t"
            "bic %[not_swap], %[term]\n\t"
            "add %[term], %[v]\n\t"
            "rra %[g]\n\t"
            "rla %[u]\n\t"
            "rla %[v]"
            : [zeta] "+r"(*zeta), [f] "+r"(*f), [g] "+r"(*g), [u] "+r"(*u), [v] "+r"(*v), [q] "+r"(*q), [r] "+r"(*r),
              [not_swap] "=&r"(not_swap), [even] "=&r"(even), [term] "=&r"(term));
}
#endif

/* DIGIT_BITS division steps on the low digits of f and g. zeta = -(delta + 1/2); returns the new one. */
#if MC_WORD_BITS == 64
#include "fp/inversion/divsteps_packed.h"
#else
static mc_digit divsteps(matrix *t, mc_digit zeta, mc_unsigned_digit f, mc_unsigned_digit g)
{
    mc_unsigned_digit u = 1, v = 0, q = 0, r = 1;
    for (uint8_t i = 0; i < DIGIT_BITS; i++) {
#ifdef __MSP430__
        divstep(&zeta, &f, &g, &u, &v, &q, &r);
#else
        mc_unsigned_digit positive = mask_negative(zeta); /* delta > 0 */
        mc_unsigned_digit odd = barrier((mc_unsigned_digit)(0 - (g & 1)));
        mc_unsigned_digit swap = positive & odd;
        /* g += or -= f if g is odd, and the same for the rows of the matrix */
        g = (mc_unsigned_digit)(g + (((f ^ positive) - positive) & odd));
        q = (mc_unsigned_digit)(q + (((u ^ positive) - positive) & odd));
        r = (mc_unsigned_digit)(r + (((v ^ positive) - positive) & odd));
        zeta = (mc_digit)((zeta ^ (mc_digit)swap) - 1);
        /* f becomes the former g, which is the new g + f */
        f = (mc_unsigned_digit)(f + (g & swap));
        u = (mc_unsigned_digit)(2 * (u + (q & swap)));
        v = (mc_unsigned_digit)(2 * (v + (r & swap)));
        g >>= 1;
#endif
    }
    *t = (matrix){.u = (mc_digit)u, .v = (mc_digit)v, .q = (mc_digit)q, .r = (mc_digit)r};
    return zeta;
}
#endif

#ifdef MC_DIVSTEPS_APPLY
#define APPLY_TO_GCD(s, t) ((t).digits = DIGITS, MC_DIVSTEPS_APPLY((s).f, &(t)))
#define APPLY_TO_COFACTORS(s, t, multiple_x, multiple_y)                                                               \
    ((t).mx = (multiple_x), (t).my = (multiple_y), MC_DIVSTEPS_APPLY_MODULAR((s).d, &(t)))
#else
/* Whether each of the two uses of apply() has its own code, the one for f and g without multiples of n, or both the one
 * of the other, in less flash. */
#if MC_WORD_BITS >= 32 || MC_WORD_BITS == 8
#define APPLY             MC_INLINE
#define HAS_MULTIPLES(n)  ((n) != NULL)
#define MODULUS_OF_GCD(s) NULL
#else
#define APPLY             static
#define HAS_MULTIPLES(n)  1
#define MODULUS_OF_GCD(s) ((s).n)
#endif
#define APPLY_TO_GCD(s, t)               apply((s).f, (s).g, &(t), 0, 0, MODULUS_OF_GCD(s))
#define APPLY_TO_COFACTORS(s, t, mx, my) apply((s).d, (s).e, &(t), mx, my, (s).n)

/* (x, y) = (t (x, y) + (mx, my) n) / 2^DIGIT_BITS, which is exact. */
APPLY void apply(mc_digit *x, mc_digit *y, const matrix *t, mc_digit mx, mc_digit my, const mc_digit *n)
{
    mc_wide sum_x = 0, sum_y = 0;
    for (uint8_t i = 0; i < DIGITS; i++) {
        mc_digit xi = x[i], yi = y[i];
        if (HAS_MULTIPLES(n) && MC_WORD_BITS > 8) {
            const mc_digit ni = n[i];
            sum_x = mc_multiply_add_3(sum_x, t->u, xi, t->v, yi, mx, ni);
            sum_y = mc_multiply_add_3(sum_y, t->q, xi, t->r, yi, my, ni);
        } else { /* AVR has no registers for three factors and digits at once */
            sum_x = mc_multiply_add(mc_multiply_add(sum_x, t->u, xi), t->v, yi);
            sum_y = mc_multiply_add(mc_multiply_add(sum_y, t->q, xi), t->r, yi);
            if (HAS_MULTIPLES(n)) {
                sum_x = mc_multiply_add(sum_x, mx, n[i]);
                sum_y = mc_multiply_add(sum_y, my, n[i]);
            }
        }
        if (i > 0) {
            x[i - 1] = low_digit(sum_x);
            y[i - 1] = low_digit(sum_y);
        }
        sum_x = mc_shift_digit(sum_x);
        sum_y = mc_shift_digit(sum_y);
    }
    x[DIGITS - 1] = (mc_digit)sum_x;
    y[DIGITS - 1] = (mc_digit)sum_y;
}
#endif

/* m with p d + q e + m n a multiple of 2^DIGIT_BITS. A negative d or e counts as d + n or e + n, which are between -n
 * and n; less than 2^DIGIT_BITS n is taken off, so that the sum is between -2^(DIGIT_BITS + 1) n and 2^DIGIT_BITS n. */
static mc_digit multiple(const state *s, mc_digit p, mc_digit q, mc_unsigned_digit n_inverse)
{
    mc_unsigned_digit low = multiply_low((mc_unsigned_digit)p, (mc_unsigned_digit)s->d[0]);
    low = (mc_unsigned_digit)(low + multiply_low((mc_unsigned_digit)q, (mc_unsigned_digit)s->e[0]));
    mc_unsigned_digit most = (mc_unsigned_digit)(((mc_unsigned_digit)p & mask_negative(s->d[DIGITS - 1])) +
                                                 ((mc_unsigned_digit)q & mask_negative(s->e[DIGITS - 1])));
    return (mc_digit)(most - ((multiply_low(n_inverse, low) + most) & DIGIT_MASK));
}

/* d = sign (d < 0 ? d + n : d) for a sign of 1 or -1. */
static void normalise(mc_digit *d, mc_digit sign, const mc_digit *n)
{
    mc_digit add = (mc_digit)(mask_negative(d[DIGITS - 1]) & (mc_unsigned_digit)sign);
    mc_wide sum = 0;
    for (uint8_t i = 0; i < DIGITS; i++) {
        sum = mc_multiply_add(mc_multiply_add(sum, sign, d[i]), add, n[i]);
        d[i] = i + 1 < DIGITS ? low_digit(sum) : (mc_digit)sum;
        sum = mc_shift_digit(sum);
    }
}

/* s.d = s.e / s.g mod n, from 0 to n - 1, where s.f = n and s.d = 0. `batches` of DIGIT_BITS division steps must be
 * enough; n_inverse is 1/n mod 2^DIGIT_BITS; t is a matrix. They hold secrets afterwards. A macro, for compilers keep
 * numbers of a function's own in registers that they would load again through a pointer.
 *
 * At the end g = 0 and f is 1 or -1 (n or -n for a = 0), and the result is f d; d is between -2 n and n. */
#define SAFEGCD_INVERT(s, t, n_inverse, batches)                                                                       \
    do {                                                                                                               \
        mc_digit zeta = -1;                                                                                            \
        for (uint8_t i = 0; i < (batches); i++) {                                                                      \
            mc_pace(MC_STEP_COST / 2);                                                                                 \
            zeta = divsteps(&(t), zeta, (mc_unsigned_digit)(s).f[0], (mc_unsigned_digit)(s).g[0]);                     \
            APPLY_TO_GCD(s, t);                                                                                        \
            APPLY_TO_COFACTORS(s, t, multiple(&(s), (t).u, (t).v, n_inverse),                                          \
                               multiple(&(s), (t).q, (t).r, n_inverse));                                               \
        }                                                                                                              \
        normalise((s).d, (mc_digit)(1 - 2 * (mc_digit)(mask_negative((s).f[DIGITS - 1]) & 1)), (s).n);                 \
        normalise((s).d, 1, (s).n);                                                                                    \
    } while (0)
