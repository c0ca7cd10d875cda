/* Wipes words that products modulo the order spill: see EC_WIPE_SPILLED. tests/src/whole/test_mote_wiping.py looks for
 * words that are left, tests/lab/test_wiped_depth.py compares the depth with the frames of these products. */
#include "protocol/protocol.h"

#include "scalar/scalar.h"

#if defined(MC_SINGLE_CURVE) && MC_WORD_BITS != 8

/* Bytes that hold the frames of arithmetic modulo the order; compilers for size spill less, and inline less. Those
 * that optimise the whole library (MC_WHOLE_LIBRARY) have no frame of a nonce's signature, but may invert by divsteps.
 * A build whose frames are larger names its own. */
#ifndef MC_WIPE_DEPTH
#if MC_WHOLE_LIBRARY && defined(__thumb2__)
#define MC_WIPE_DEPTH (7 * MC_WORD_BITS / 2 + 11 * EC_SCALAR_WORDS * sizeof(mc_word))
#elif MC_WHOLE_LIBRARY
#define MC_INVERTS_SHALLOW_inv_fermat 1
#define MC_WIPE_DEPTH_OF_STEPS        (9 * MC_WORD_BITS / 2 + 11 * EC_SCALAR_WORDS * sizeof(mc_word))
#if EC_TAKES_DIFFERENCES && MC_CONCATENATE(MC_INVERTS_SHALLOW_, MC_ORDER_INV)
#define MC_WIPE_DEPTH (MC_WIPE_DEPTH_OF_STEPS - 4 * sizeof(mc_word))
#else
#define MC_WIPE_DEPTH MC_WIPE_DEPTH_OF_STEPS
#endif
#elif MC_PREFER_SIZE
#define MC_WIPE_DEPTH (7 * MC_WORD_BITS + 7 * EC_SCALAR_WORDS * sizeof(mc_word))
#else
#define MC_WIPE_DEPTH (20 * MC_WORD_BITS + 16 * EC_SCALAR_WORDS * sizeof(mc_word))
#endif
#endif

MC_WIPE_BELOW(wipe_below, MC_WIPE_DEPTH)

void EC(wipe_spilled)(void)
{
    wipe_below();
}

#endif
