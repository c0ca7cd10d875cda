/* Inside ChaCha20-Poly1305: the tag of Poly1305 (RFC 8439, 2.5) of whole blocks. */
#ifndef MC_CIPHER_POLY1305_H
#define MC_CIPHER_POLY1305_H

#include "word/word.h"

#define MC_POLY1305_KEY_BYTES   32
#define MC_POLY1305_BLOCK_BYTES 16
#define MC_POLY1305_TAG_BYTES   16

#define MC_POLY1305_KEY_WORDS MC_WORDS(128)
#define MC_POLY1305_SUM_WORDS (MC_POLY1305_KEY_WORDS + 1)

typedef struct {
    mc_word sum[MC_POLY1305_SUM_WORDS]; /* below 2^131 */
    mc_word r[MC_POLY1305_KEY_WORDS];   /* below 2^124 */
    uint8_t addend[MC_POLY1305_TAG_BYTES];
} mc_poly1305;

/* cipher/poly1305.c. A key serves one tag. feed takes bytes with zeros after them up to the end of a block, as the
 * parts of RFC 8439, 2.8 are; finish wipes the state. Constant time. */
void mc_poly1305_begin(mc_poly1305 *state, const uint8_t key[MC_POLY1305_KEY_BYTES]);
void mc_poly1305_feed(mc_poly1305 *state, const uint8_t *octets, size_t bytes);
void mc_poly1305_finish(uint8_t tag[MC_POLY1305_TAG_BYTES], mc_poly1305 *state);

#endif
