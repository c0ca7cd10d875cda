/* The regular digits by words of 32 or 64 bits: those of the lowest places are found in registers. */
#include "scalar/tau/regular.h"
#include "word/pace.h"

#include <string.h>

#if !FIELD_IS_PRIME && MC_WORD_BITS >= 32

/* The lowest places of an element are an element of their own, whose digits are found in registers: these are of at
 * most so many places, and the carries of c and d need three bits more. Let u + v tau = 2 conj(tau)^26, of norm
 * N = 2^28. Then |u| and |u + mu v| are at most sqrt(8 N/7) < 2^15, and 2 |v| is at most 2 sqrt(4 N/7) < 2^15. */
#define PIECE_PLACES (MC_WORD_BITS == 64 ? 60 : 26)

#if MC_WORD_BITS == 64
typedef int64_t wtnaf_regular_word;
__extension__ typedef __int128 wtnaf_regular_sum;
#else
typedef int32_t wtnaf_regular_word;
typedef int64_t wtnaf_regular_sum;
#endif

typedef struct {
    wtnaf_regular_word c, d; /* c - d tau */
} wtnaf_piece;

#if MC_WORD_BITS == 64

/* The contents of entries of digits[], eight entries a word, so that one is found by shifting. */
#define PACKED_WORDS 16
typedef struct {
    uint64_t beta[PACKED_WORDS], gamma[PACKED_WORDS], slot[PACKED_WORDS];
} wtnaf_regular_packed;

static void wtnaf_regular_pack(wtnaf_regular_packed *packed, const MC_FLASH mc_wtnaf_window *window)
{
    memset(packed, 0, sizeof *packed);
    for (uint8_t i = 0; i < WTNAF_TABLE_POINTS(window->window); i++) {
        packed->beta[i / 8] |= (uint64_t)(uint8_t)window->digits[i].beta << 8 * (i % 8);
        packed->gamma[i / 8] |= (uint64_t)(uint8_t)window->digits[i].gamma << 8 * (i % 8);
        packed->slot[i / 8] |= (uint64_t)window->digits[i].slot << 8 * (i % 8);
    }
}

/* The entry at a secret index. */
MC_INLINE int8_t wtnaf_regular_entry(const uint64_t *packed, uint8_t words, uint8_t index)
{
    uint64_t word = packed[0];
    for (uint8_t i = 1; i < words; i++) {
        const uint64_t mask = mc_word_mask_zero(i ^ index / 8);
        word = (word & ~mask) | (packed[i] & mask);
    }
    return (int8_t)(word >> 8 * (index % 8));
}

/* As wtnaf_digit_at of scalar/tau/regular.h. */
MC_INLINE mc_wtnaf_digit wtnaf_regular_digit(const wtnaf_regular_packed *packed, const MC_FLASH mc_wtnaf_window *window,
                                             uint8_t place)
{
    const uint8_t words = (WTNAF_TABLE_POINTS(window->window) + 7) / 8;
    return (mc_wtnaf_digit){wtnaf_regular_entry(packed->beta, words, place),
                            wtnaf_regular_entry(packed->gamma, words, place),
                            (uint8_t)wtnaf_regular_entry(packed->slot, words, place)};
}

#else

typedef uint8_t wtnaf_regular_packed; /* none */

MC_INLINE void wtnaf_regular_pack(wtnaf_regular_packed *packed, const MC_FLASH mc_wtnaf_window *window)
{
    (void)window;
    *packed = 0;
}

MC_INLINE mc_wtnaf_digit wtnaf_regular_digit(const wtnaf_regular_packed *packed, const MC_FLASH mc_wtnaf_window *window,
                                             uint8_t place)
{
    (void)packed;
    return EC(wtnaf_digit_at)(window, place);
}

#endif

/* Takes `count` digits off the piece; the last is the top digit if is_top. In line for a constant mu. */
MC_INLINE void wtnaf_regular_take(uint8_t *digits, wtnaf_piece *piece, uint8_t count, uint8_t is_top,
                                  const MC_FLASH mc_wtnaf_window *window, const wtnaf_regular_packed *packed, int8_t mu)
{
    const uint8_t w = window->window;
    const uint16_t half = (uint16_t)(1 << (w - 1)), all = (uint16_t)(2 * half - 1);
    const uint16_t t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    wtnaf_regular_word c = piece->c, d = piece->d;
    for (uint8_t i = 0; i < count; i++) {
        const uint16_t residue =
            (uint16_t)((uint16_t)c - (uint32_t)t * (uint16_t)d) ^ (is_top && i + 1 == count ? 0 : half);
        const wtnaf_regular_word negative = -(wtnaf_regular_word)(mc_word_barrier(residue) >> (w - 1) & 1);
        const uint8_t place = (uint8_t)(((uint16_t)(residue ^ negative) & all) / 2);
        const mc_wtnaf_digit alpha = wtnaf_regular_digit(packed, window, place);
        digits[i] = (uint8_t)((uint8_t)(alpha.slot << 1) | (negative & 1));
        c -= (alpha.beta ^ negative) - negative;
        d += mu * ((alpha.gamma ^ negative) - negative);
        for (uint8_t j = 1; j < w; j++) {
            const wtnaf_regular_word halved = c >> 1;
            c = mu * halved - d;
            d = halved;
        }
    }
    piece->c = c;
    piece->d = d;
}

/* u x for a word x, with or without a sign. */
MC_INLINE wtnaf_regular_sum wtnaf_regular_multiple(wtnaf_regular_word u, wtnaf_regular_sum x)
{
#if MC_PRODUCT_BY_HALVES
    const wtnaf_regular_word low = u * (wtnaf_regular_word)(x & 0xffff), high = u * (wtnaf_regular_word)(x >> 16);
    return low + (wtnaf_regular_sum)((uint64_t)(wtnaf_regular_sum)high << 16);
#else
    return u * x;
#endif
}

/* r = u (x >> places) + v (y >> places) + low, numbers of so many words in two's complement; |u| and |v| are at most
 * half as long as a word, and below 2^15 where words have 32 bits. */
static void wtnaf_regular_products(mc_word *r, const mc_word *x, wtnaf_regular_word u, const mc_word *y,
                                   wtnaf_regular_word v, wtnaf_regular_word low, uint8_t places, uint8_t words)
{
    wtnaf_regular_sum sum = low;
    for (uint8_t i = 0; i + 1 < words; i++) {
        sum += wtnaf_regular_multiple(u, x[i] >> places | x[i + 1] << (MC_WORD_BITS - places));
        sum += wtnaf_regular_multiple(v, y[i] >> places | y[i + 1] << (MC_WORD_BITS - places));
        r[i] = (mc_word)sum;
        sum >>= MC_WORD_BITS;
    }
    sum += wtnaf_regular_multiple(u, (wtnaf_regular_word)x[words - 1] >> places);
    sum += wtnaf_regular_multiple(v, (wtnaf_regular_word)y[words - 1] >> places);
    r[words - 1] = (mc_word)sum;
}

/* With s = `places` and rho = 2^(s+1) high + low (a digit looks at a place more than it takes): once digits of s places
 * are taken off, the rest of rho is 2 conj(tau)^s high and the rest of low, as 2 = tau conj(tau).
 * 2 conj(tau)^s = u + v tau. */
static void wtnaf_regular_put_back(mc_word (*rho)[EC_HALF_WORDS], const wtnaf_piece *low, uint8_t places, uint8_t words,
                                   int8_t mu)
{
    wtnaf_regular_word u = 2, v = 0;
    for (uint8_t i = 0; i < places; i++) { /* times mu - tau */
        const wtnaf_regular_word product = mu * u + 2 * v;
        v = -u;
        u = product;
    }
    mc_word c[EC_HALF_WORDS];
    wtnaf_regular_products(c, rho[0], u, rho[1], 2 * v, low->c, places + 1, words);
    wtnaf_regular_products(rho[1], rho[0], -v, rho[1], u + mu * v, low->d, places + 1, words);
    for (uint8_t i = 0; i < words; i++)
        rho[0][i] = c[i];
    mc_wipe(c, sizeof c);
}

void EC(recode_wtnaf_regular_digits)(uint8_t *digits, uint8_t count, const mc_word *k,
                                     const MC_FLASH EC(lattice) *modulus, const MC_FLASH mc_wtnaf_window *window,
                                     int8_t mu)
{
    const uint8_t w = window->window;
    uint8_t at_once = 1; /* without a division, which not every processor does in constant time */
    while ((at_once + 1) * (w - 1) <= PIECE_PLACES)
        at_once++;
    mc_word rho[2][EC_HALF_WORDS]; /* c - d tau */
    wtnaf_piece piece;
    wtnaf_regular_packed packed;
    wtnaf_regular_pack(&packed, window);
    EC(tau_reduce_to_odd)(rho, k, modulus, mu);
    EC(lattice_negate)(rho[1]);
    for (uint8_t done = 0; done < count; done += at_once) {
        const uint8_t is_top = count - done <= at_once, some = is_top ? count - done : at_once;
        const uint8_t places = (uint8_t)(some * (w - 1)), words = (uint8_t)TAU_WORDS_AFTER(done * (w - 1));
        const mc_word mask = is_top ? ~(mc_word)0 : ((mc_word)2 << places) - 1;
        piece = (wtnaf_piece){(wtnaf_regular_word)(rho[0][0] & mask), (wtnaf_regular_word)(rho[1][0] & mask)};
        if (mu < 0)
            wtnaf_regular_take(digits + done, &piece, some, is_top, window, &packed, -1);
        else
            wtnaf_regular_take(digits + done, &piece, some, is_top, window, &packed, 1);
        if (!is_top)
            wtnaf_regular_put_back(rho, &piece, places, words, mu);
        mc_pace(places);
    }
    mc_wipe(rho, sizeof rho);
    mc_wipe(&piece, sizeof piece);
}

#endif
