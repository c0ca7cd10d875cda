#include "scalar/glv/glv.h"

#ifdef FP_GLV_BITS

void EC(glv_split)(mc_word (*sizes)[EC_HALF_WORDS], mc_word *negative, const mc_word *k, const MC_FLASH EC(glv) *glv)
{
    mc_word quotients[2][EC_HALF_WORDS];
    for (uint8_t i = 0; i < 2; i++)
        (void)EC(lattice_quotient)(quotients[i], k, glv->lattice.s[i]);
    EC(lattice_remainder)(sizes, k, quotients, &glv->lattice);
    mc_wipe(quotients, sizeof quotients);
    for (uint8_t i = 0; i < 2; i++) {
        negative[i] = mc_word_barrier((mc_word)(0 - (sizes[i][EC_HALF_WORDS - 1] >> (MC_WORD_BITS - 1))));
        for (uint8_t j = 0; j < EC_HALF_WORDS; j++)
            sizes[i][j] ^= negative[i];
        EC(lattice_add_small)(sizes[i], EC_HALF_WORDS, (int8_t)(negative[i] & 1));
    }
}

#endif
