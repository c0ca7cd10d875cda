/* The regular digits by words of 64 bits: those of the lowest places are found in registers. */
#include "scalar/tau/regular.h"

#include <string.h>

#if !FIELD_IS_PRIME && MC_WORD_BITS == 64

/* The lowest places of an element are an element of their own, whose digits are found in registers: these are of at
 * most so many places, and the carries of c and d need three bits more. */
#define PIECE_PLACES 60

__extension__ typedef __int128 wtnaf_regular_sum;

typedef struct {
    int64_t c, d; /* c - d tau */
} wtnaf_piece;

/* The contents of entries of digits[], eight entries a word, so that one is found by shifting. */
#define PACKED_WORDS 8
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

/* Takes `count` digits off the piece; the last is the top digit if is_top. In line for a constant mu. */
MC_INLINE void wtnaf_regular_take(uint8_t *digits, wtnaf_piece *piece, uint8_t count, uint8_t is_top,
                                  const MC_FLASH mc_wtnaf_window *window, const wtnaf_regular_packed *packed, int8_t mu)
{
    const uint8_t w = window->window, half = (uint8_t)(1 << (w - 1)), all = (uint8_t)(2 * half - 1);
    const uint8_t words = (WTNAF_TABLE_POINTS(w) + 7) / 8;
    const uint8_t t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    int64_t c = piece->c, d = piece->d;
    for (uint8_t i = 0; i < count; i++) {
        const uint8_t residue = (uint8_t)((uint8_t)c - t * (uint8_t)d) ^ (is_top && i + 1 == count ? 0 : half);
        const int64_t negative = -(int64_t)(mc_word_barrier(residue) >> (w - 1) & 1);
        const uint8_t place = ((uint8_t)(residue ^ negative) & all) / 2;
        digits[i] = (uint8_t)(wtnaf_regular_entry(packed->slot, words, place) << 1) | (negative & 1);
        c -= (wtnaf_regular_entry(packed->beta, words, place) ^ negative) - negative;
        d += mu * ((wtnaf_regular_entry(packed->gamma, words, place) ^ negative) - negative);
        for (uint8_t j = 1; j < w; j++) {
            const int64_t halved = c >> 1;
            c = mu * halved - d;
            d = halved;
        }
    }
    piece->c = c;
    piece->d = d;
}

/* r = u (x >> places) + v (y >> places) + low, numbers of so many words in two's complement, |u| and |v| below 2^32. */
static void wtnaf_regular_products(mc_word *r, const mc_word *x, int64_t u, const mc_word *y, int64_t v, int64_t low,
                                   uint8_t places, uint8_t words)
{
    wtnaf_regular_sum sum = low;
    for (uint8_t i = 0; i + 1 < words; i++) {
        sum += (wtnaf_regular_sum)u * (x[i] >> places | x[i + 1] << (64 - places));
        sum += (wtnaf_regular_sum)v * (y[i] >> places | y[i + 1] << (64 - places));
        r[i] = (mc_word)sum;
        sum >>= 64;
    }
    sum += (wtnaf_regular_sum)u * ((int64_t)x[words - 1] >> places);
    r[words - 1] = (mc_word)(sum + (wtnaf_regular_sum)v * ((int64_t)y[words - 1] >> places));
}

/* With s = `places` and rho = 2^(s+1) high + low (a digit looks at a place more than it takes): once digits of s places
 * are taken off, the rest of rho is 2 conj(tau)^s high and the rest of low, as 2 = tau conj(tau).
 * 2 conj(tau)^s = u + v tau. */
static void wtnaf_regular_put_back(mc_word (*rho)[EC_HALF_WORDS], const wtnaf_piece *low, uint8_t places, uint8_t words,
                                   int8_t mu)
{
    int64_t u = 2, v = 0;
    for (uint8_t i = 0; i < places; i++) { /* times mu - tau */
        const int64_t product = mu * u + 2 * v;
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
    const uint8_t w = window->window, at_once = PIECE_PLACES / (w - 1);
    mc_word rho[2][EC_HALF_WORDS]; /* c - d tau */
    wtnaf_piece piece;
    wtnaf_regular_packed packed;
    wtnaf_regular_pack(&packed, window);
    EC(tau_reduce_to_odd)(rho, k, modulus, mu);
    EC(lattice_negate)(rho[1]);
    for (uint8_t done = 0; done < count; done += at_once) {
        const uint8_t is_top = count - done <= at_once, some = is_top ? count - done : at_once;
        const uint8_t places = some * (w - 1), words = TAU_WORDS_AFTER(done * (w - 1));
        const mc_word mask = is_top ? ~(mc_word)0 : ((mc_word)2 << places) - 1;
        piece = (wtnaf_piece){(int64_t)(rho[0][0] & mask), (int64_t)(rho[1][0] & mask)};
        if (mu < 0)
            wtnaf_regular_take(digits + done, &piece, some, is_top, window, &packed, -1);
        else
            wtnaf_regular_take(digits + done, &piece, some, is_top, window, &packed, 1);
        if (!is_top)
            wtnaf_regular_put_back(rho, &piece, places, words, mu);
    }
    mc_wipe(rho, sizeof rho);
    mc_wipe(&piece, sizeof piece);
}

#endif
