/* A template over vectors: LANES words of 64 bits, digits of DIGIT_BITS. */
typedef uint64_t wide __attribute__((vector_size(8 * LANES)));

#define DIGIT_MASK (((uint64_t)1 << DIGIT_BITS) - 1)

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
