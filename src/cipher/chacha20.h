/* Inside ChaCha20-Poly1305: the stream of ChaCha20 (RFC 8439, 2.3). */
#ifndef MC_CIPHER_CHACHA20_H
#define MC_CIPHER_CHACHA20_H

#include "motecurve/chacha20_poly1305.h"
#include "word/word.h"

#define MC_CHACHA20_BLOCK_BYTES 64

/* Constants, key, the number of the next block, nonce. */
typedef struct {
    uint32_t words[16];
} mc_chacha20;

/* cipher/chacha20.c. begin sets the number of the next block to 0; block gives that block and counts. Constant time. */
void mc_chacha20_begin(mc_chacha20 *state, const uint8_t key[MC_CHACHA20_POLY1305_KEY_BYTES],
                       const uint8_t nonce[MC_CHACHA20_POLY1305_NONCE_BYTES]);
void mc_chacha20_block(uint8_t block[MC_CHACHA20_BLOCK_BYTES], mc_chacha20 *state);

#endif
