/* Records of expressions: symbolic.h. */
#include "curve/curve.h"

#define RECORDS 8192
#define ANSWERS 256

/* What was asked: the operation and the numbers of its operands; record 0 is nothing, which no operation may read, and
 * record 1 is 0. */
typedef struct {
    uint32_t operation, left, right;
} record;

record EC(symbolic_records)[RECORDS];
uint32_t EC(symbolic_count), EC(symbolic_questions);
uint8_t EC(symbolic_answers)[ANSWERS]; /* 1: the element is 0 */

static mc_word recorded(uint32_t operation, mc_word left, mc_word right)
{
    if (EC(symbolic_count) >= RECORDS)
        __builtin_trap();
    EC(symbolic_records)[EC(symbolic_count)] = (record){operation, (uint32_t)left, (uint32_t)right};
    return EC(symbolic_count)++;
}

static void put(mc_word *r, mc_word number)
{
    r[0] = 0;
    r[1] = number;
}

/* Words that are no element, such as those of memory that nobody has written, are record 0. The record after SUB by
 * itself is not needed: 1 is record 2. */
static mc_word number_of(const mc_word *a)
{
    if (a[0] > 1 || a[1] >= EC(symbolic_count))
        return 0;
    return a[0] ? recorded(SYMBOLIC_ADD, a[1], 2) : a[1];
}

void EC(symbolic_begin)(uint32_t inputs)
{
    EC(symbolic_count) = EC(symbolic_questions) = 0;
    for (uint32_t i = 0; i < inputs + 3; i++)
        (void)recorded(SYMBOLIC_INPUT, i, 0);
}

uint32_t EC(symbolic_number)(const mc_word *a)
{
    return (uint32_t)number_of(a);
}

#define BINARY(name, operation)                                                                                        \
    void EC(name)(mc_word * r, const mc_word *a, const mc_word *b)                                                     \
    {                                                                                                                  \
        const mc_word left = number_of(a), right = number_of(b);                                                       \
        put(r, recorded(operation, left, right));                                                                      \
    }
BINARY(symbolic_add, SYMBOLIC_ADD)
BINARY(symbolic_sub, SYMBOLIC_SUB)
BINARY(symbolic_mul, SYMBOLIC_MUL)

void EC(symbolic_sqr)(mc_word *r, const mc_word *a)
{
    EC(symbolic_mul)(r, a, a);
}

mc_word EC(mask_zero)(const mc_word *a)
{
    const mc_word number = number_of(a);
    if (EC(symbolic_questions) >= ANSWERS)
        __builtin_trap();
    (void)recorded(SYMBOLIC_IS_ZERO, number, EC(symbolic_questions));
    return (mc_word)(0 - (mc_word)EC(symbolic_answers)[EC(symbolic_questions)++]);
}

mc_word EC(mask_equal)(const mc_word *a, const mc_word *b)
{
    mc_word difference[EC_WORDS];
    EC(symbolic_sub)(difference, a, b);
    return EC(mask_zero)(difference);
}

void EC(symbolic_inv)(mc_word *r, const mc_word *a)
{
    const mc_word number = number_of(a);
    if (EC(mask_zero)(a))
        put(r, 1);
    else
        put(r, recorded(SYMBOLIC_INV, number, 0));
}

void EC(copy)(mc_word *r, const mc_word *a)
{
    for (uint8_t i = 0; i < EC_WORDS; i++)
        r[i] = a[i];
}

void EC(from_flash)(mc_word *r, const MC_FLASH mc_word *a)
{
    EC(copy)(r, a);
}

void EC(set_small)(mc_word *r, mc_word value)
{
    r[0] = value;
    r[1] = 1;
}

void EC(select)(mc_word *r, const mc_word *a, mc_word mask)
{
    for (uint8_t i = 0; i < EC_WORDS; i++)
        r[i] ^= mask & (r[i] ^ a[i]);
}

void EC(swap)(mc_word *a, mc_word *b, mc_word mask)
{
    for (uint8_t i = 0; i < EC_WORDS; i++) {
        const mc_word difference = mask & (a[i] ^ b[i]);
        a[i] ^= difference;
        b[i] ^= difference;
    }
}

void mc_wipe(void *buffer, size_t bytes)
{
    __builtin_memset(buffer, 0, bytes);
}

#if FIELD_IS_PRIME

void EC(neg)(mc_word *r, const mc_word *a)
{
    const mc_word zero[EC_WORDS] = {0, 1};
    EC(symbolic_sub)(r, zero, a);
}

void EC(symbolic_mul_small)(mc_word *r, const mc_word *a, uint32_t factor)
{
    mc_word sum[EC_WORDS] = {0, 1};
    for (uint8_t i = 32; i--;) {
        EC(symbolic_add)(sum, sum, sum);
        if (factor >> i & 1)
            EC(symbolic_add)(sum, sum, a);
    }
    EC(copy)(r, sum);
}

mc_word EC(symbolic_sqrt)(mc_word *r, const mc_word *a)
{
    put(r, recorded(SYMBOLIC_SQRT, number_of(a), 0));
    return (mc_word) ~(mc_word)0;
}

#else

void EC(symbolic_mul_each)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        EC(symbolic_mul)(r + i * EC_WORDS, a + i * EC_WORDS, b);
}

void EC(symbolic_sqr_times)(mc_word *r, const mc_word *a, unsigned count)
{
    EC(copy)(r, a);
    while (count--)
        EC(symbolic_sqr)(r, r);
}

void EC(symbolic_sqrt)(mc_word *r, const mc_word *a)
{
    put(r, recorded(SYMBOLIC_SQRT, number_of(a), 0));
}

void EC(add_masked)(mc_word *r, const mc_word *a, mc_word mask)
{
    if (mask)
        EC(symbolic_add)(r, r, a);
}

/* A root of r^2 + r = c, where there is one; Tr(c) is not asked. */
mc_word EC(solve_quadratic)(mc_word *r, const mc_word *c)
{
    put(r, recorded(SYMBOLIC_SOLVE, number_of(c), 0));
    return (mc_word) ~(mc_word)0;
}

#endif

/* The curve; its coefficients are the first inputs, records 3 and 4: a and b, a and the root of b, d. */
EC(curve) *EC(symbolic_curve)(uint8_t a_class, uint8_t b_is_one, uint32_t cofactor)
{
    static EC(curve) curve;
    (void)b_is_one;
    curve.a_class = a_class;
    curve.cofactor = cofactor;
#if FIELD_HAS_EDWARDS_CURVES
    put(curve.d, 3);
#elif FIELD_IS_PRIME
    put(curve.a, 3);
    put(curve.b, 4);
#else
    static mc_word b[EC_WORDS];
    curve.b_is_one = b_is_one;
    put(curve.a, 3);
    put(curve.b_sqrt, 4);
    put(b, 5);
    curve.b = b;
#endif
    return &curve;
}
