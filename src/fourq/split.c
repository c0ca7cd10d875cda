/* Parts of scalars (Costello and Longa 2015, 4.2 and 5): (k, 0, 0, 0) less the point of the lattice of zero that
 * rounding gives, plus a point of the lattice that makes all four coordinates positive and below 2^64, one of two, so
 * that the first is odd. Coordinates are computed modulo 2^64. FourQ's paper, Propositions 4 and 5, has the bounds.
 *
 * The digits of the first part are +-1; those of the others are 0 or its sign (Faz-Hernandez, Longa and Sanchez 2015,
 * Algorithm 1). */
#include "fourq/fourq.h"
#include "word/add_product.h"

#define FRACTION_WORDS MC_WORDS(FOURQ_FRACTION_BITS)
#define QUOTIENT_AT    FOURQ_SCALAR_WORDS /* the first word of k fraction / 2^256 */
#define PRODUCT_WORDS  (FOURQ_SCALAR_WORDS + FOURQ_PART_WORDS)

/* r += a b modulo 2^64. */
static void add_part(mc_word *r, const mc_word *a, const MC_FLASH mc_word *b)
{
    mc_add_product(r, FOURQ_PART_WORDS, a, FOURQ_PART_WORDS, b, FOURQ_PART_WORDS);
}

/* r += a & mask */
static void add_masked(mc_word *r, const MC_FLASH mc_word *a, mc_word mask)
{
    mc_word carry = 0;
    for (uint8_t i = 0; i < FOURQ_PART_WORDS; i++) {
        const mc_dword t = (mc_dword)((mc_dword)r[i] + (mc_word)(a[i] & mask) + carry);
        r[i] = (mc_word)t;
        carry = (mc_word)(t >> MC_WORD_BITS);
    }
}

static void parts_of(mc_word (*parts)[FOURQ_PART_WORDS], const mc_word *k)
{
    static const MC_FLASH mc_word fractions[FOURQ_PARTS][FRACTION_WORDS] = FOURQ_FRACTIONS;
    static const MC_FLASH mc_word minus_basis[FOURQ_PARTS][FOURQ_PARTS][FOURQ_PART_WORDS] = FOURQ_MINUS_BASIS;
    static const MC_FLASH mc_word offset[FOURQ_PARTS][FOURQ_PART_WORDS] = FOURQ_OFFSET;
    static const MC_FLASH mc_word to_odd[FOURQ_PARTS][FOURQ_PART_WORDS] = FOURQ_TO_ODD;
    mc_word product[PRODUCT_WORDS];
    for (uint8_t j = 0; j < FOURQ_PARTS; j++)
        for (uint8_t i = 0; i < FOURQ_PART_WORDS; i++)
            parts[j][i] = j ? 0 : k[i];
    for (uint8_t i = 0; i < FOURQ_PARTS; i++) {
        for (uint8_t j = 0; j < PRODUCT_WORDS; j++)
            product[j] = 0;
        mc_add_product(product, PRODUCT_WORDS, k, FOURQ_SCALAR_WORDS, fractions[i], FRACTION_WORDS);
        for (uint8_t j = 0; j < FOURQ_PARTS; j++)
            add_part(parts[j], product + QUOTIENT_AT, minus_basis[i][j]);
    }
    for (uint8_t j = 0; j < FOURQ_PARTS; j++)
        add_masked(parts[j], offset[j], (mc_word) ~(mc_word)0);
    const mc_word even = mc_word_mask_zero(parts[0][0] & 1);
    for (uint8_t j = 0; j < FOURQ_PARTS; j++)
        add_masked(parts[j], to_odd[j], even);
    mc_wipe(product, sizeof product);
}

/* bits = which digits of a part are not 0, for these signs: a digit -1 carries 1. Returns the digit at place 64. */
static mc_word digits_of(mc_word *bits, const mc_word *part, const mc_word *signs)
{
    mc_word carry = 0;
    for (uint8_t i = 0; i < FOURQ_PART_WORDS; i++) {
        mc_word found = 0;
        for (uint8_t place = 0; place < MC_WORD_BITS; place++) {
            const mc_word bit = part[i] >> place & 1, digit = bit ^ carry;
            carry = (mc_word)((bit & carry) | (digit & ~(signs[i] >> place) & 1));
            found = (mc_word)(found | digit << place);
        }
        bits[i] = found;
    }
    return carry;
}

void EC(fourq_split)(EC(fourq_digits) *digits, const mc_word *k)
{
    mc_word parts[FOURQ_PARTS][FOURQ_PART_WORDS];
    parts_of(parts, k);
    for (uint8_t i = 0; i < FOURQ_PART_WORDS; i++) {
        const mc_word above = i + 1 < FOURQ_PART_WORDS ? parts[0][i + 1] : 0;
        digits->signs[i] = (mc_word)(parts[0][i] >> 1 | (mc_word)(above << (MC_WORD_BITS - 1)));
    }
    digits->last = 0;
    for (uint8_t j = 1; j < FOURQ_PARTS; j++)
        digits->last |= (uint8_t)(digits_of(digits->bits[j - 1], parts[j], digits->signs) << (j - 1));
    mc_wipe(parts, sizeof parts);
}

uint8_t EC(fourq_index_at)(const EC(fourq_digits) *digits, uint8_t place, uint8_t *negative)
{
    const uint8_t word = place / MC_WORD_BITS, shift = place % MC_WORD_BITS;
    uint8_t index = 0;
    for (uint8_t j = FOURQ_PARTS - 1; j-- > 0;)
        index = (uint8_t)((mc_word)index << 1 | (digits->bits[j][word] >> shift & 1));
    *negative = (uint8_t)(~(digits->signs[word] >> shift) & 1);
    return index;
}
