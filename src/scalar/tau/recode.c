#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

/* Whether x fits in one word less and has another bit to spare, which the next division may need. */
static uint8_t is_shorter(const mc_word *x, uint8_t words)
{
    mc_word sign = (mc_word)(0 - (x[words - 1] >> (MC_WORD_BITS - 1)));
    return x[words - 1] == sign && ((x[words - 2] ^ sign) >> (MC_WORD_BITS - 2)) == 0;
}

#if MC_WORD_BITS == 8

#define BLOCK_PLACES 8

typedef struct {
    int8_t *digits;
    uint16_t length; /* of the digits written, the last of which is not 0 */
    uint16_t place;
    int16_t add_c, add_d; /* what the digits of a block take off c - d tau */
} wtnaf_writer;

/* Takes the digit u at a place where tau^place of its block is p + q tau; alpha_u = beta + mu gamma tau. */
static void write_digit(wtnaf_writer *writer, int8_t u, const MC_FLASH mc_wtnaf_digit *alpha, int8_t p, int8_t q,
                        int8_t mu)
{
    while (writer->length < writer->place)
        writer->digits[writer->length++] = 0;
    writer->digits[writer->length++] = u;
    const int8_t sign = u < 0 ? -1 : 1, beta = (int8_t)(sign * alpha->beta), gamma = (int8_t)(sign * alpha->gamma);
    writer->add_c -= beta * p - 2 * mu * gamma * q;
    writer->add_d += beta * q + mu * gamma * p + gamma * q;
}

/* Digits of BLOCK_PLACES places, which the lowest two bytes of c and of d decide: each place and the digit's residue,
 * of at most 8 bits, look at one bit less. */
static void take_block(wtnaf_writer *writer, uint16_t c, uint16_t d, const MC_FLASH mc_wtnaf_window *window, int8_t mu)
{
    const uint16_t modulus = (uint16_t)(1 << window->window);
    const uint16_t t = mu < 0 ? -window->residue_of_tau : window->residue_of_tau;
    int8_t p = 1, q = 0;
    writer->add_c = writer->add_d = 0;
    for (uint8_t i = 0; i < BLOCK_PLACES; i++, writer->place++) {
        if (c & 1) {
            const uint16_t residue = (uint16_t)((uint8_t)c - t * (uint8_t)d) & (modulus - 1);
            const int8_t u = (int8_t)(residue < modulus / 2 ? residue : residue - modulus);
            const MC_FLASH mc_wtnaf_digit *alpha = &window->digits[(u < 0 ? -u : u) / 2];
            write_digit(writer, u, alpha, p, q, mu);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion" /* of what is in flash GCC 5 says so with a cast, too */
            c -= u < 0 ? -alpha->beta : alpha->beta;
            d += mu * (u < 0 ? -alpha->gamma : alpha->gamma);
#pragma GCC diagnostic pop
        }
        const uint16_t half = c >> 1;
        c = (mu < 0 ? -half : half) - d;
        d = half;
        const int8_t last = p;
        p = (int8_t)(-2 * q);
        q = (int8_t)(last + mu * q);
    }
}

static uint16_t low_bytes(const mc_word *x, uint8_t words)
{
    return words > 1 ? (uint16_t)(x[0] | (uint16_t)x[1] << 8) : (uint16_t)(int8_t)x[0];
}

/* Solinas 2000, Algorithm 4: digits of c - d tau, by blocks. The words in use are cut as the numbers shrink. */
uint16_t EC(recode_wtnaf_var)(int8_t *digits, mc_word (*r)[EC_HALF_WORDS], const MC_FLASH mc_wtnaf_window *window,
                              int8_t mu)
{
    wtnaf_writer writer = {digits, 0, 0, 0, 0};
    mc_word space[EC_HALF_WORDS], *c = r[0], *d = r[1], *other = space;
    uint8_t words = EC_HALF_WORDS;
    mc_tau_divisor divisor;
    EC(tau_divisor_of)(&divisor, BLOCK_PLACES, mu);
    EC(lattice_negate)(d);
    for (;;) {
        while (words > 1 && is_shorter(c, words) && is_shorter(d, words))
            words--;
        if (words == 1 && !(*c | *d))
            return writer.length;
        take_block(&writer, low_bytes(c, words), low_bytes(d, words), window, mu);
        EC(tau_divide_places)(&c, d, &other, words, &divisor, writer.add_c, writer.add_d);
    }
}

#else

/* Solinas 2000, Algorithm 4: digits of c - d tau. The words in use are cut as the numbers shrink. */
uint16_t EC(recode_wtnaf_var)(int8_t *digits, mc_word (*r)[EC_HALF_WORDS], const MC_FLASH mc_wtnaf_window *window,
                              int8_t mu)
{
    const uint16_t modulus = (uint16_t)(1 << window->window);
    const uint8_t t = (uint8_t)(mu < 0 ? -window->residue_of_tau : window->residue_of_tau);
    mc_word *c = r[0], *d = r[1];
    uint8_t words = EC_HALF_WORDS;
    uint16_t length = 0;
    EC(lattice_negate)(d);
    for (;;) {
        while (words > 1 && is_shorter(c, words) && is_shorter(d, words))
            words--;
        if (words == 1 && !(*c | *d))
            return length;
        int8_t digit = 0;
        if (*c & 1) {
            uint8_t residue = (uint8_t)((uint8_t)((uint8_t)*c - t * (uint8_t)*d) & (modulus - 1));
            digit = (int8_t)(residue < modulus / 2 ? residue : residue - modulus);
            const MC_FLASH mc_wtnaf_digit *alpha = &window->digits[(digit < 0 ? -digit : digit) / 2];
            int8_t sign = digit < 0 ? 1 : -1;
            EC(lattice_add_small)(c, words, sign * alpha->beta);
            EC(lattice_add_small)(d, words, (int8_t)(-sign * mu * alpha->gamma));
        }
        digits[length++] = digit;
        EC(tau_divide)(c, d, words, mu);
        mc_word *half = c;
        c = d;
        d = half;
    }
}

#endif

uint16_t EC(scalar_wtnaf_var)(int8_t *digits, const mc_word *k, const EC(affine) *p,
                              const MC_FLASH mc_wtnaf_window *window, const MC_FLASH EC(koblitz) *koblitz,
                              const MC_FLASH EC(curve) *curve)
{
    mc_word r[2][EC_HALF_WORDS];
    EC(tau_reduce)(r, k, EC(tau_modulus_for)(p, koblitz, curve), koblitz->mu);
    return EC(recode_wtnaf_var)(digits, r, window, koblitz->mu);
}

#endif
