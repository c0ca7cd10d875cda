/* Inside AES-GCM: GHASH (SP 800-38D, 6.4), products in F_2^128 with a secret. */
#ifndef MC_CIPHER_GHASH_H
#define MC_CIPHER_GHASH_H

#include "word/word.h"

#define MC_GHASH_BLOCK_BYTES 16
#define MC_GHASH_WORDS       MC_WORDS(128)

/* Elements as big-endian numbers, so that the highest bit is the coefficient of x^0. */
typedef struct {
    mc_word key[MC_GHASH_WORDS], sum[MC_GHASH_WORDS];
} mc_ghash;

/* cipher/ghash.c. feed takes bytes with zeros after them up to the end of a block; finish wipes the state. Constant
 * time. */
void mc_ghash_begin(mc_ghash *state, const uint8_t key[MC_GHASH_BLOCK_BYTES]);
void mc_ghash_feed(mc_ghash *state, const uint8_t *octets, size_t bytes);
void mc_ghash_finish(uint8_t digest[MC_GHASH_BLOCK_BYTES], mc_ghash *state);

#endif
