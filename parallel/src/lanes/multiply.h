/* A template over vectors: LANES words of 64 bits, digits of DIGIT_BITS. The file that includes it defines add_row. */
typedef uint64_t wide __attribute__((vector_size(8 * LANES)));

#define DIGIT_MASK (((uint64_t)1 << DIGIT_BITS) - 1)

/* sums = (sums + a b_i + q M) / 2^DIGIT_BITS, with q such that this is whole. */
static void add_row(wide *sums, const wide *a, wide b_i, const wide *m, wide mu, size_t k);

/* z = sums, or sums - M if that is not negative, lane by lane, with digits below 2^DIGIT_BITS. The sums are below 2 M
 * in all; their digits are not reduced. */
static void reduce_lanes(wide *z, wide *sums, wide *differences, const wide *m, size_t k)
{
    wide carry = {0}, borrow = {0};
    for (size_t j = 0; j < k; j++) {
        wide digit = sums[j] + carry;
        carry = digit >> DIGIT_BITS;
        sums[j] = digit & DIGIT_MASK;
        digit = sums[j] - m[j] - borrow;
        borrow = digit >> 63;
        differences[j] = digit & DIGIT_MASK;
    }
    wide is_less = -borrow; /* all ones where the sum is below M */
    for (size_t j = 0; j < k; j++)
        z[j] = (sums[j] & is_less) | (differences[j] & ~is_less);
}

static void multiply(uint64_t *z, const uint64_t *a, const uint64_t *b, const uint64_t *m, uint64_t mu, size_t k,
                     uint64_t *sums, uint64_t *differences)
{
    wide all_mu = mu - (wide){0};
    for (size_t j = 0; j < k; j++)
        ((wide *)sums)[j] = (wide){0};
    for (size_t i = 0; i < k; i++)
        add_row((wide *)sums, (const wide *)a, ((const wide *)b)[i], (const wide *)m, all_mu, k);
    reduce_lanes((wide *)z, (wide *)sums, (wide *)differences, (const wide *)m, k);
}
