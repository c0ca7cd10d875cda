#include "protocol/protocol.h"

#if FIELD_HAS_MONTGOMERY_CURVES || FIELD_HAS_EDDSA_CURVES

#define TOP_WORD_BITS (EC_FIELD_BITS - (EC_WORDS - 1) * MC_WORD_BITS)
#define TOP_BIT       ((mc_word)((mc_word)1 << (TOP_WORD_BITS - 1)))
_Static_assert(EC_SCALAR_BITS == EC_FIELD_BITS, "scalars have as many bits as elements");

/* The bit EC_FIELD_BITS - 1 is set, so that every scalar takes as many steps, and the bits above are cleared; the
 * cofactor divides the scalar. */
void EC(clamped_scalar)(mc_word *k, const uint8_t *octets, uint32_t cofactor)
{
    mc_words_from_octets_little(k, EC_WORDS, octets, EC_BYTES);
    k[0] &= (mc_word) ~(mc_word)(cofactor - 1);
    /* The barrier keeps compilers from making an addition of it, whose carry would seem to depend on all bits. */
    k[EC_WORDS - 1] = (mc_word)(mc_word_barrier(k[EC_WORDS - 1] & (mc_word)(TOP_BIT | (TOP_BIT - 1))) | TOP_BIT);
}

#endif
