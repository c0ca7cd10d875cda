/* The ciphersuites of BLS signatures: motecurve/pairing/bls_signature.h. */
#ifndef MC_PAIRING_BLS_SUITES_H
#define MC_PAIRING_BLS_SUITES_H

#include "motecurve/pairing/bls_signature.h"
#include "pairing/bls12/pairs.h"

MC_INLINE uint8_t is_known(mc_bls_suite suite)
{
    return (unsigned)suite <= MC_BLS_G1_POP;
}

MC_INLINE uint8_t signs_in_g2(mc_bls_suite suite)
{
    return suite <= MC_BLS_G2_POP;
}

MC_INLINE uint8_t is_augmented(mc_bls_suite suite)
{
    return suite == MC_BLS_G2_AUG || suite == MC_BLS_G1_AUG;
}

MC_INLINE uint8_t has_possession(mc_bls_suite suite)
{
    return suite == MC_BLS_G2_POP || suite == MC_BLS_G1_POP;
}

/* Whether messages of an aggregate must be distinct. */
MC_INLINE uint8_t needs_distinct(mc_bls_suite suite)
{
    return suite == MC_BLS_G2_NUL || suite == MC_BLS_G1_NUL;
}

#define bls_tagged     EC(bls_tagged)
#define bls_tagged_key EC(bls_tagged_key)

/* The message with its suite's tag and, where the suite has it, the public key before it. */
mc_message bls_tagged(const uint8_t *message, size_t message_bytes, const uint8_t *public_key, mc_bls_suite suite);
/* What a proof of possession signs. */
mc_message bls_tagged_key(const uint8_t *public_key, mc_bls_suite suite);

#endif
