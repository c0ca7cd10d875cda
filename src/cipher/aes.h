/* Inside AES: the round keys, and two kinds of rounds. Where places read in a table show,
 * aes_bits.c encrypts four blocks at once as eight words, one for each bit of a byte; elsewhere aes_table.c encrypts
 * one. */
#ifndef MC_CIPHER_AES_H
#define MC_CIPHER_AES_H

#include "motecurve/aes.h"
#include "word/word.h"

#define MC_AES_ROUNDS_MAX 14

#if MC_HAS_DATA_CACHE
#define MC_AES_BLOCKS 4 /* encrypted at once */
typedef uint64_t mc_aes_round_key[8];
#else
#define MC_AES_BLOCKS 1
typedef uint8_t mc_aes_round_key[MC_AES_BLOCK_BYTES];
#endif
#define MC_AES_BLOCKS_BYTES (MC_AES_BLOCKS * MC_AES_BLOCK_BYTES)

typedef struct {
    uint8_t rounds;
    mc_aes_round_key keys[MC_AES_ROUNDS_MAX + 1];
} mc_aes_schedule;

/* cipher/aes_bits.c or cipher/aes_table.c: the form in which rounds take 16 bytes of the expanded key; SubWord of
 * FIPS 197, 5.2; MC_AES_BLOCKS blocks, in place. */
void mc_aes_set_round_key(mc_aes_round_key out, const uint8_t octets[MC_AES_BLOCK_BYTES]);
void mc_aes_sub_word(uint8_t word[4]);
void mc_aes_encrypt_blocks(uint8_t blocks[MC_AES_BLOCKS_BYTES], const mc_aes_schedule *schedule);

/* cipher/aes_key.c: MC_ERROR_LENGTH for a key that is not of 16, 24 or 32 bytes. */
mc_status mc_aes_expand_key(mc_aes_schedule *schedule, const uint8_t *key, size_t key_bytes);

#endif
