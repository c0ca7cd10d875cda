#include "ibe/once/scalar.h"

#include <string.h>

#define ORDER_MAX_WORDS MC_WORDS(8 * IBE_ORDER_MAX_BYTES)

typedef struct {
    mc_word order[ORDER_MAX_WORDS], sum[ORDER_MAX_WORDS], reduced[ORDER_MAX_WORDS];
    uint8_t words;
} accumulator;

static void begin(accumulator *at, const mc_ibe_group *group)
{
    uint8_t octets[IBE_ORDER_MAX_BYTES];
    group->order(octets);
    at->words = (uint8_t)((group->order_bytes + MC_WORD_BYTES - 1) / MC_WORD_BYTES);
    mc_words_from_octets(at->order, at->words, octets, group->order_bytes);
    memset(at->sum, 0, sizeof at->sum);
}

static void end(uint8_t *r, accumulator *at, const mc_ibe_group *group)
{
    mc_words_to_octets(r, group->order_bytes, at->sum);
    mc_wipe(at, sizeof *at);
}

/* The sum, plus a where the mask is ~0, plus a bit: below twice the order, which is then taken off once or not. */
static void add_masked(accumulator *at, const mc_word *a, mc_word mask, mc_word bit)
{
    mc_word carry = bit, borrow = 0;
    for (uint8_t i = 0; i < at->words; i++) {
        const mc_dword sum = (mc_dword)((mc_dword)at->sum[i] + (a[i] & mask) + carry);
        const mc_dword difference = (mc_dword)((mc_dword)(mc_word)sum - at->order[i] - borrow);
        at->sum[i] = (mc_word)sum;
        at->reduced[i] = (mc_word)difference;
        carry = (mc_word)(sum >> MC_WORD_BITS);
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    const mc_word taken = mc_word_mask_nonzero(carry | (borrow ^ 1));
    for (uint8_t i = 0; i < at->words; i++)
        at->sum[i] ^= taken & (at->sum[i] ^ at->reduced[i]);
}

static void set_small(uint8_t *r, uint8_t value, const mc_ibe_group *group)
{
    memset(r, 0, group->order_bytes);
    r[group->order_bytes - 1] = value;
}

/* Bit by bit, as the next function. */
void mc_ibe_scalar_mod(uint8_t *r, const uint8_t *octets, size_t bytes, const mc_ibe_group *group)
{
    accumulator at;
    begin(&at, group);
    for (size_t i = 0; i < bytes; i++)
        for (uint8_t bit = 8; bit-- > 0;)
            add_masked(&at, at.sum, (mc_word) ~(mc_word)0, octets[i] >> bit & 1);
    end(r, &at, group);
}

void mc_ibe_scalar_mul(uint8_t *r, const uint8_t *a, const uint8_t *b, const mc_ibe_group *group)
{
    mc_word factor[ORDER_MAX_WORDS];
    accumulator at;
    begin(&at, group);
    mc_words_from_octets(factor, at.words, b, group->order_bytes);
    for (uint8_t i = 0; i < group->order_bytes; i++)
        for (uint8_t bit = 8; bit-- > 0;) {
            add_masked(&at, at.sum, (mc_word) ~(mc_word)0, 0);
            add_masked(&at, factor, mc_word_mask_nonzero(a[i] >> bit & 1), 0);
        }
    end(r, &at, group);
    mc_wipe(factor, sizeof factor);
}

void mc_ibe_scalar_add(uint8_t *r, const uint8_t *a, const uint8_t *b, const mc_ibe_group *group)
{
    mc_word term[ORDER_MAX_WORDS];
    accumulator at;
    begin(&at, group);
    mc_words_from_octets(at.sum, at.words, a, group->order_bytes);
    mc_words_from_octets(term, at.words, b, group->order_bytes);
    add_masked(&at, term, (mc_word) ~(mc_word)0, 0);
    end(r, &at, group);
    mc_wipe(term, sizeof term);
}

mc_status mc_ibe_scalar_check(const uint8_t *a, const mc_ibe_group *group)
{
    uint8_t order[IBE_ORDER_MAX_BYTES], any = 0;
    uint16_t borrow = 0;
    group->order(order);
    for (uint8_t i = group->order_bytes; i-- > 0;) {
        any |= a[i];
        borrow = (uint16_t)((uint16_t)(a[i] - order[i] - borrow) >> 15);
    }
    return !IBE_PUBLIC(borrow) ? MC_ERROR_SCALAR_RANGE : IBE_PUBLIC(any) ? MC_OK : MC_ERROR_SCALAR_ZERO;
}

/* r = 1 / value modulo the order, for 0 < value < 256: (u order + 1) / value for the u that makes it whole. */
static void invert_small(uint8_t *r, uint8_t value, const mc_ibe_group *group)
{
    uint8_t order[IBE_ORDER_MAX_BYTES], u = 0;
    uint16_t rest = 0;
    group->order(order);
    for (uint8_t i = 0; i < group->order_bytes; i++)
        rest = (uint16_t)((rest << 8 | order[i]) % value);
    while ((uint16_t)((uint16_t)(u * (uint32_t)rest) + 1) % value) /* below 2^16 */
        u++;
    /* u order + 1 has one byte more than the order: its first is the start of the division's remainder */
    uint16_t carry = 1;
    for (uint8_t i = group->order_bytes; i-- > 0;) {
        carry = (uint16_t)(carry + (uint16_t)u * order[i]);
        r[i] = (uint8_t)carry;
        carry >>= 8;
    }
    rest = carry;
    for (uint8_t i = 0; i < group->order_bytes; i++) {
        const uint16_t dividend = (uint16_t)(rest << 8 | r[i]);
        r[i] = (uint8_t)(dividend / value);
        rest = dividend % value;
    }
}

void mc_ibe_scalar_lagrange(uint8_t *r, const uint8_t *places, size_t stride, uint8_t count, uint8_t which, uint8_t at,
                            const mc_ibe_group *group)
{
    uint8_t factor[IBE_ORDER_MAX_BYTES], minus_one[IBE_ORDER_MAX_BYTES], is_negative = 0;
    const uint8_t place = places[which * stride];
    set_small(r, 1, group);
    for (uint8_t j = 0; j < count; j++) {
        const uint8_t other = places[j * stride];
        if (j == which)
            continue;
        set_small(factor, at > other ? at - other : other - at, group);
        mc_ibe_scalar_mul(r, r, factor, group);
        invert_small(factor, place > other ? place - other : other - place, group);
        mc_ibe_scalar_mul(r, r, factor, group);
        is_negative ^= (at < other) ^ (place < other);
    }
    if (is_negative) {
        group->order(minus_one);
        minus_one[group->order_bytes - 1]--; /* the order is odd */
        mc_ibe_scalar_mul(r, r, minus_one, group);
    }
}
