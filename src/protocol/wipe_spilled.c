/* Wipes words that products modulo the order spill: see EC_WIPE_SPILLED. tests/src/whole/test_mote_wiping.py looks for
 * words that are left. */
#include "protocol/protocol.h"

#if defined(MC_SINGLE_CURVE) && MC_WORD_BITS != 8

MC_WIPE_BELOW(wipe_below, 20 * MC_WORD_BITS + 16 * EC_SCALAR_WORDS * sizeof(mc_word))

void EC(wipe_spilled)(void)
{
    wipe_below();
}

#endif
