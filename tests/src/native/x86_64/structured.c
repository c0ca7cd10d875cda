/* Kernels against plain arithmetic for operands that make carries which random ones set once in 2^64: for
 * tests/src/native/test_x86_64_kernels.py. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MAX_WORDS         9
#define SOLVED_PER_FACTOR 64

typedef unsigned __int128 wide;
typedef uint64_t number[MAX_WORDS];

/* Products by Montgomery, a b / 2^(64 n); sum and difference; products themselves, a b. */
enum operation { MUL, SQR, ADD, SUB, PLAIN_MUL, PLAIN_SQR };

/* kernel: of this operation, for n words; modulus: odd; is_prime: whether the modulus is one, which inverses need;
 * r_squared: 2^(128 n) mod the modulus. */
struct subject {
    void *kernel;
    uint64_t operation, n, is_prime, minus_inverse;
    const uint64_t *modulus, *r_squared;
};

typedef void any_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *modulus,
                     uint64_t minus_inverse);
typedef void any_sqr(uint64_t *r, const uint64_t *a, const uint64_t *modulus, uint64_t minus_inverse);

size_t first_wrong(const struct subject *s, uint64_t seed, size_t count, uint64_t *a, uint64_t *b);
bool is_right(const struct subject *s, size_t round, const uint64_t *a, const uint64_t *b);
void reference(const struct subject *s, uint64_t *r, const uint64_t *a, const uint64_t *b);
void structured(const struct subject *s, uint64_t *state, uint64_t *r);

/* The plain arithmetic */

static uint64_t add_words(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t n)
{
    wide sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (wide)a[i] + b[i];
        r[i] = (uint64_t)sum;
        sum >>= 64;
    }
    return (uint64_t)sum;
}

/* The borrow. */
static uint64_t sub_words(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t n)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < n; i++) {
        wide difference = (wide)a[i] - b[i] - borrow;
        r[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    return borrow;
}

/* a, with `top` above, below twice the modulus. */
static void less_modulus(const struct subject *s, uint64_t *r, const uint64_t *a, uint64_t top)
{
    number difference;
    uint64_t borrow = sub_words(difference, a, s->modulus, s->n);
    memcpy(r, top < borrow ? a : difference, 8 * s->n);
}

/* a b / 2^(64 n): the schoolbook product, then a multiple of the modulus that clears each lower word. */
static void product(const struct subject *s, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    const size_t n = s->n;
    uint64_t t[2 * MAX_WORDS + 1] = {0};
    for (size_t i = 0; i < n; i++) {
        wide sum = 0;
        for (size_t j = 0; j < n; j++, sum >>= 64) {
            sum += (wide)a[i] * b[j] + t[i + j];
            t[i + j] = (uint64_t)sum;
        }
        t[i + n] = (uint64_t)sum;
    }
    for (size_t i = 0; i < n; i++) {
        const uint64_t q = t[i] * s->minus_inverse;
        wide sum = 0;
        for (size_t j = 0; i + j <= 2 * n; j++, sum >>= 64) {
            sum += (j < n ? (wide)q * s->modulus[j] : 0) + t[i + j];
            t[i + j] = (uint64_t)sum;
        }
    }
    less_modulus(s, r, t + n, t[2 * n]);
}

void reference(const struct subject *s, uint64_t *r, const uint64_t *a, const uint64_t *b)
{
    number sum;
    switch (s->operation) {
    case MUL:
        product(s, r, a, b);
        break;
    case SQR:
        product(s, r, a, a);
        break;
    case PLAIN_MUL:
    case PLAIN_SQR:
        product(s, r, a, s->operation == PLAIN_MUL ? b : a);
        product(s, r, r, s->r_squared);
        break;
    case ADD: {
        uint64_t top = add_words(sum, a, b, s->n);
        less_modulus(s, r, sum, top);
        break;
    }
    default:
        if (sub_words(r, a, b, s->n))
            add_words(r, r, s->modulus, s->n);
    }
}

/* Operands */

/* xorshift64* (Vigna 2016). */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1d;
}

static uint64_t draw_below(uint64_t *state, uint64_t bound)
{
    return (draw(state) >> 32) % bound;
}

static uint64_t structured_word(const struct subject *s, uint64_t *state)
{
    const uint64_t power = (uint64_t)1 << draw_below(state, 64);
    const uint64_t of_modulus = s->modulus[draw_below(state, s->n)];
    const uint64_t words[] = {
        0,
        0,
        0,
        1,
        ~(uint64_t)0,
        ~(uint64_t)0,
        ~(uint64_t)0,
        ~(uint64_t)1,
        0xffffffff,
        0x100000000,
        power,
        power - 1,
        ~(power - 1),
        ~power,
        of_modulus,
        ~of_modulus,
        -of_modulus,
        of_modulus - 1,
        of_modulus + 1,
        of_modulus >> 1,
        draw(state) & 3,
        -(draw(state) & 3),
        draw(state),
        draw(state),
    };
    return words[draw_below(state, sizeof words / sizeof *words)];
}

/* Words of the list above, a run of ones, a small number, or the difference to a multiple of half the modulus. */
void structured(const struct subject *s, uint64_t *state, uint64_t *r)
{
    const size_t n = s->n;
    const uint64_t kind = draw_below(state, 16);
    memset(r, 0, 8 * n);
    if (kind < 8) {
        const uint64_t repeats = draw_below(state, 4);
        for (size_t i = 0; i < n; i++)
            r[i] = i && draw_below(state, 4) < repeats ? r[i - 1] : structured_word(s, state);
    } else if (kind < 10) {
        const uint64_t begin = draw_below(state, 64 * n), end = draw_below(state, 64 * n + 1);
        for (uint64_t i = begin; i < end; i++)
            r[i / 64] |= (uint64_t)1 << i % 64;
    } else {
        r[kind < 14 ? 0 : draw_below(state, n)] = structured_word(s, state);
    }
    if (draw_below(state, 4) == 0)
        sub_words(r, s->modulus, r, n);
    if (draw_below(state, 16) == 0) {
        for (size_t i = 0; i < n; i++)
            r[i] = r[i] >> 1 | (i + 1 < n ? r[i + 1] << 63 : 0);
    }
    if (s->operation >= PLAIN_MUL && draw_below(state, 2))
        return; /* kernels of plain products take any words */
    number less;
    for (uint64_t shift = 0; !sub_words(less, r, s->modulus, n); shift++) {
        if (shift < 2)
            memcpy(r, less, 8 * n);
        else
            r[n - 1] >>= shift;
        if (shift > 64)
            memset(r, 0, 8 * n);
    }
}

/* 2^(128 n) / a mod the modulus, a prime: a's inverse in Montgomery form, by Fermat. */
static void inverse(const struct subject *s, uint64_t *r, const uint64_t *a)
{
    number exponent, two = {2};
    sub_words(exponent, s->modulus, two, s->n);
    memcpy(r, a, 8 * s->n);
    size_t bit = 64 * s->n;
    do
        bit--;
    while (!(exponent[bit / 64] >> bit % 64 & 1));
    while (bit--) {
        product(s, r, r, r);
        if (exponent[bit / 64] >> bit % 64 & 1)
            product(s, r, r, a);
    }
}

/* 2^(64 words) mod the modulus. */
static void power_of_word(const struct subject *s, uint64_t *r, size_t words)
{
    number doubled = {1};
    memcpy(r, doubled, 8 * s->n);
    for (size_t i = 0; i < 64 * words; i++) {
        uint64_t top = add_words(doubled, r, r, s->n);
        less_modulus(s, r, doubled, top);
    }
}

/* The next pair. For a product modulo a prime, every second b is kept for a while, with a number u. Then a = t u
 * makes t, a structured number, the sum after the rows of its words up to a random one; of a plain product, the result.
 */
struct source {
    uint64_t state;
    size_t left;
    number factor, to_solve;
};

static void next_factor(const struct subject *s, struct source *source)
{
    const number zero = {0};
    const size_t rows = s->operation == PLAIN_MUL ? s->n : 1 + draw_below(&source->state, s->n);
    number lower = {0}, inverted, power;
    do {
        structured(s, &source->state, source->factor);
        memcpy(lower, source->factor, 8 * rows);
    } while (!memcmp(lower, zero, 8 * s->n));
    inverse(s, inverted, lower);
    power_of_word(s, power, rows);
    product(s, source->to_solve, inverted, power);
    if (s->operation == PLAIN_MUL) {
        const number one = {1};
        product(s, source->to_solve, inverted, one);
    }
    source->left = SOLVED_PER_FACTOR;
}

static void next_pair(const struct subject *s, struct source *source, size_t round, uint64_t *a, uint64_t *b)
{
    structured(s, &source->state, a);
    structured(s, &source->state, b);
    if (s->operation == ADD && round % 2) { /* a sum that is structured, or that and the modulus */
        sub_words(b, b, a, s->n) ? add_words(b, b, s->modulus, s->n) : 0;
    } else if (s->operation == SUB && round % 2) {
        number sum;
        uint64_t top = add_words(sum, a, b, s->n);
        less_modulus(s, b, sum, top);
    } else if ((s->operation == MUL || s->operation == PLAIN_MUL) && s->is_prime && round % 2) {
        if (!source->left)
            next_factor(s, source);
        source->left--;
        memcpy(b, source->factor, 8 * s->n);
        product(s, a, a, source->to_solve);
    }
}

static bool is_square(const struct subject *s)
{
    return s->operation == SQR || s->operation == PLAIN_SQR;
}

/* Whether the kernel's result is right, separate from its operands or, by the number of the round, in place of one. */
bool is_right(const struct subject *s, size_t round, const uint64_t *a, const uint64_t *b)
{
    number expected, apart, copy_of_a, copy_of_b;
    uint64_t *const results[] = {apart, copy_of_a, copy_of_b};
    uint64_t *r = results[round % (is_square(s) ? 2 : 3)];
    memcpy(copy_of_a, a, 8 * s->n);
    memcpy(copy_of_b, b, 8 * s->n);
    reference(s, expected, a, b);
    if (is_square(s))
        ((any_sqr *)s->kernel)(r, copy_of_a, s->modulus, s->minus_inverse);
    else
        ((any_mul *)s->kernel)(r, copy_of_a, copy_of_b, s->modulus, s->minus_inverse);
    return !memcmp(r, expected, 8 * s->n);
}

/* Calls the kernel for `count` pairs; returns the number of the first with a wrong result, with its operands, or
   `count`. */
size_t first_wrong(const struct subject *s, uint64_t seed, size_t count, uint64_t *a, uint64_t *b)
{
    struct source source = {.state = seed};
    for (size_t round = 0; round < count; round++) {
        next_pair(s, &source, round, a, b);
        if (!is_right(s, round / 2, a, b))
            return round;
    }
    return count;
}
