/* What the operations of identity-based cryptography have in common: the group, and the lengths of its objects, which
 * refer to no part of the library. Type 1 has points of one length; of type 3, MC_IBE_SHORT_POINT_BYTES are those of
 * G1, and a point of G2 is the longest. Outputs of objects are written after MC_OK alone, since the known
 * answers have none after errors. */
#ifndef MC_BENCH_IBE_H
#define MC_BENCH_IBE_H

#include "bench.h"
#include "motecurve/hash.h"
#include "motecurve/pairing/ibe.h"

#define GROUP (&MC_CONCATENATE(mc_ibe_, MC_SINGLE_CURVE))

#ifdef MC_IBE_SHORT_POINT_BYTES
enum { G1_BYTES = MC_IBE_SHORT_POINT_BYTES, BOTH_BYTES = MC_IBE_SHORT_POINT_BYTES + MC_IBE_POINT_MAX_BYTES };
#else
enum { G1_BYTES = MC_IBE_POINT_MAX_BYTES, BOTH_BYTES = MC_IBE_POINT_MAX_BYTES };
#endif

enum {
    IDENTITY_BYTES = 2 + 7 + 16, /* a name of 7 bytes, with dates */
    MASTER_SECRET_BYTES = MC_IBE_HEAD_BYTES + MC_IBE_ORDER_MAX_BYTES,
    PARAMETERS_BYTES = MC_IBE_HEAD_BYTES + BOTH_BYTES,
    PRIVATE_KEY_BYTES = MC_IBE_HEAD_BYTES + 1 + MC_IBE_POINT_MAX_BYTES, /* for encryption */
    SIGNING_KEY_BYTES = MC_IBE_HEAD_BYTES + 1 + G1_BYTES,
    AGREEMENT_KEY_BYTES = MC_IBE_HEAD_BYTES + 1 + BOTH_BYTES,
    MESSAGE_BYTES = MC_SHA256_BYTES,
    SEED_BYTES = 32,
    CIPHERTEXT_BYTES = MC_IBE_HEAD_BYTES + G1_BYTES + SEED_BYTES + MESSAGE_BYTES,
    SIGNATURE_BYTES = MC_IBE_HEAD_BYTES + 2 * G1_BYTES,
};

#endif
