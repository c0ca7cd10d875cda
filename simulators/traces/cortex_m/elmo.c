#include "elmo.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core.h"
#include "failure.h"

enum { BITS = 32, PAIRS = BITS * (BITS - 1) / 2, NEIGHBOURS = GROUPS - 1 };

static const double STEPS_PER_VOLT = 1e5, MOST = UINT16_MAX;

/* Of one operand. A neighbour is one of the groups after ARITHMETIC. */
struct terms {
    double weight[BITS], change[BITS]; /* of bits that are set; that differ from the instruction before */
    double weight_before[NEIGHBOURS], change_before[NEIGHBOURS]; /* of their number */
    double weight_next[NEIGHBOURS], change_next[NEIGHBOURS];
    double pair[PAIRS]; /* of two bits that are set: 0 and 1, 0 and 2, ... 30 and 31 */
};

/* In volts. lab/motelab/leakage/elmo.py writes the file. */
static struct {
    double constant, before[NEIGHBOURS], next[NEIGHBOURS];
    struct terms operands[2];
} coefficients[GROUPS];

void elmo_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fread(coefficients, sizeof coefficients, 1, file) != 1 || fgetc(file) != EOF)
        fail(STATUS_FILE, "cannot read the coefficients %s: %s", path, file == NULL ? strerror(errno) : "another size");
    fclose(file);
}

static bool is_neighbour(enum group group)
{
    return group > ARITHMETIC && group < GROUPS;
}

static double of_bits(const double *terms, uint32_t bits)
{
    double sum = 0;
    for (; bits; bits &= bits - 1)
        sum += terms[__builtin_ctz(bits)];
    return sum;
}

static double of_pairs(const double *pair, uint32_t bits)
{
    double sum = 0;
    for (; bits; bits &= bits - 1) {
        const unsigned low = (unsigned)__builtin_ctz(bits);
        const double *next = pair + low * (2 * BITS - 1 - low) / 2; /* of the bit after it */
        for (uint32_t higher = bits & (bits - 1); higher; higher &= higher - 1)
            sum += next[(unsigned)__builtin_ctz(higher) - low - 1];
    }
    return sum;
}

static double of_operand(const struct terms *terms, uint32_t value, uint32_t change, enum group before, enum group next)
{
    double sum = of_bits(terms->weight, value) + of_bits(terms->change, change);
    if (is_neighbour(before))
        sum += terms->weight_before[before - 1] * ones(value) + terms->change_before[before - 1] * ones(change);
    if (is_neighbour(next))
        sum += terms->weight_next[next - 1] * ones(value) + terms->change_next[next - 1] * ones(change);
    return sum;
}

/* An instruction that was not profiled has the constant of ARITHMETIC, and nothing else. */
static double volts(const struct handled *before, const struct handled *now, enum group next)
{
    if (now->group == NOT_PROFILED)
        return coefficients[ARITHMETIC].constant;
    const struct terms *terms = coefficients[now->group].operands;
    double sum = coefficients[now->group].constant;
    sum += is_neighbour(before->group) ? coefficients[now->group].before[before->group - 1] : 0;
    sum += is_neighbour(next) ? coefficients[now->group].next[next - 1] : 0;
    for (int i = 0; i < 2; i++) {
        const uint32_t value = now->operands[i], change = value ^ before->operands[i];
        sum += of_operand(&terms[i], value, change, before->group, next);
        if (now->group == SHIFT || now->group == MULTIPLY) /* other groups have no such terms */
            sum += of_pairs(terms[i].pair, value);
    }
    return sum;
}

uint32_t elmo_value(const struct handled *before, const struct handled *now, enum group next)
{
    const double steps = volts(before, now, next) * STEPS_PER_VOLT + 0.5;
    return steps < 0 ? 0 : steps > MOST ? (uint32_t)MOST : (uint32_t)steps;
}
