/* mc_safegcd_<n> for n = MC_DIGITS. */
#include "fp/host/safegcd_shared.h"

#define DIGITS          MC_DIGITS
#define WORDS           words
#define WORDS_PARAMETER , uint8_t words
#include "fp/inversion/safegcd.h"

void MC_CONCATENATE(mc_safegcd_, MC_DIGITS)(mc_word *r, const mc_word *a, const mc_word *n, const mc_word *start,
                                            mc_word minus_n_inverse, uint8_t words, uint8_t batches)
{
    state s = {.d = {0}};
    matrix t;
    to_digits(s.n, n, words);
    to_digits(s.f, n, words);
    to_digits(s.g, a, words);
    to_digits(s.e, start, words);
    SAFEGCD_INVERT(s, t, (mc_unsigned_digit)(0 - minus_n_inverse), batches);
    from_digits(r, s.d, words);
    mc_wipe(&s, sizeof s);
    mc_wipe(&t, sizeof t);
}
