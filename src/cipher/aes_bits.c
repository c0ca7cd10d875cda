/* AES without tables: for processors with a cache.
 *
 * Four blocks are eight words. Word i holds bit i of all 64 bytes: the one of row r and column c of block b is
 * at place 16 r + 4 c + b. SubBytes is an inversion in F_2^8 as a tower of quadratic extensions (Satoh, Morioka, Takano
 * and Munetoh, ASIACRYPT 2001): elements of F_4 = F_2[w]/(w^2 + w + 1), F_16 = F_4[x]/(x^2 + x + w) and F_256 =
 * F_16[y]/(y^2 + y + w x) are lists of 2, 4 and 8 words, coefficients of 1 first. Everything is by masks and shifts
 * that do not depend on data. */
#include "cipher/aes.h"

#if MC_HAS_DATA_CACHE

#define PLANES            8
#define AT_ROW(row, mask) ((uint64_t)(mask) << 16 * (row))

/* Where byte i of the four blocks stands: place >> 3 is the byte of its word before the bits are transposed. */
static unsigned place_of(unsigned i)
{
    const unsigned block = i / MC_AES_BLOCK_BYTES, column = i / 4 % 4, row = i % 4;
    return 16 * row + 4 * column + block;
}

/* Exchanges the bits of *a that are in mask << shift with those of *b that are in mask. */
static void swap_bits(uint64_t *a, uint64_t *b, uint64_t mask, unsigned shift)
{
    const uint64_t difference = (*a >> shift ^ *b) & mask;
    *b ^= difference;
    *a ^= difference << shift;
}

/* Bit j of byte i of word k goes to bit k of byte i of word j. Its own inverse. */
static void transpose(uint64_t words[PLANES])
{
    static const uint64_t masks[3] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f};
    for (unsigned stage = 0; stage < 3; stage++) {
        const unsigned distance = 1U << stage;
        for (unsigned i = 0; i < PLANES; i++)
            if (!(i & distance))
                swap_bits(&words[i], &words[i + distance], masks[stage], distance);
    }
}

static void load(uint64_t planes[PLANES], const uint8_t blocks[MC_AES_BLOCKS_BYTES])
{
    for (unsigned i = 0; i < PLANES; i++)
        planes[i] = 0;
    for (unsigned i = 0; i < MC_AES_BLOCKS_BYTES; i++)
        planes[place_of(i) % 8] |= (uint64_t)blocks[i] << place_of(i) / 8 * 8;
    transpose(planes);
}

static void store(uint8_t blocks[MC_AES_BLOCKS_BYTES], uint64_t planes[PLANES])
{
    transpose(planes);
    for (unsigned i = 0; i < MC_AES_BLOCKS_BYTES; i++)
        blocks[i] = (uint8_t)(planes[place_of(i) % 8] >> place_of(i) / 8 * 8);
}

/* r = a b in F_4; r may be a or b. */
MC_INLINE void mul4(uint64_t r[2], const uint64_t a[2], const uint64_t b[2])
{
    const uint64_t low = a[0] & b[0], sums = (a[0] ^ a[1]) & (b[0] ^ b[1]), high = a[1] & b[1];
    r[0] = low ^ high;
    r[1] = sums ^ low;
}

/* r = a w in F_4; r may be a. */
MC_INLINE void mul4_w(uint64_t r[2], const uint64_t a[2])
{
    const uint64_t low = a[0];
    r[0] = a[1];
    r[1] = low ^ a[1];
}

/* r = a b in F_16; r may be a or b. */
MC_INLINE void mul16(uint64_t r[4], const uint64_t a[4], const uint64_t b[4])
{
    uint64_t low[2], high[2], sum_a[2] = {a[0] ^ a[2], a[1] ^ a[3]}, sum_b[2] = {b[0] ^ b[2], b[1] ^ b[3]};
    mul4(low, a, b);
    mul4(high, a + 2, b + 2);
    mul4(sum_a, sum_a, sum_b);
    mul4_w(high, high);
    for (unsigned i = 0; i < 2; i++) {
        r[i] = low[i] ^ high[i];
        r[2 + i] = sum_a[i] ^ low[i];
    }
}

/* r = 1/a in F_16, 0 for 0: (a0 + a1 + a1 x) / N with N = a0 (a0 + a1) + w a1^2, and 1/N = N^2 in F_4, whose squares
 * are (n0 + n1) + n1 w. */
MC_INLINE void inv16(uint64_t r[4], const uint64_t a[4])
{
    uint64_t norm[2], sum[2] = {a[0] ^ a[2], a[1] ^ a[3]}, square[2] = {a[2] ^ a[3], a[3]};
    mul4(norm, a, sum);
    mul4_w(square, square);
    norm[0] ^= square[0];
    norm[1] ^= square[1];
    norm[0] ^= norm[1];
    mul4(r, sum, norm);
    mul4(r + 2, a + 2, norm);
}

/* a = 1/a in F_256, 0 for 0, likewise with N = a0 (a0 + a1) + w x a1^2; the last is linear in the bits of a1. */
MC_INLINE void inv256(uint64_t a[PLANES])
{
    const uint64_t *high = a + 4;
    const uint64_t scaled[4] = {high[2], high[2] ^ high[3], high[1] ^ high[2] ^ high[3], high[0] ^ high[3]};
    uint64_t norm[4], sum[4];
    for (unsigned i = 0; i < 4; i++)
        sum[i] = a[i] ^ high[i];
    mul16(norm, a, sum);
    for (unsigned i = 0; i < 4; i++)
        norm[i] ^= scaled[i];
    inv16(norm, norm);
    mul16(a, sum, norm);
    mul16(a + 4, a + 4, norm);
}

/* SubBytes: x of AES is 0x7a of the tower, bits in the order above; the way back and the affine map of FIPS 197, 5.1.1
 * are one matrix, and the constant 0x63. */
MC_INLINE void sub_bytes(uint64_t a[PLANES])
{
    uint64_t t[PLANES] = {
        a[0] ^ a[2],
        a[1] ^ a[6] ^ a[7],
        a[2] ^ a[5],
        a[1] ^ a[3] ^ a[6] ^ a[7],
        a[1] ^ a[5] ^ a[7],
        a[1] ^ a[4] ^ a[5] ^ a[6],
        a[1] ^ a[2] ^ a[3] ^ a[4] ^ a[5] ^ a[6],
        a[5] ^ a[7],
    };
    inv256(t);
    a[0] = ~(t[0] ^ t[2] ^ t[4] ^ t[5]);
    a[1] = ~(t[0] ^ t[1] ^ t[2]);
    a[2] = t[0] ^ t[1];
    a[3] = t[0] ^ t[2] ^ t[4] ^ t[5] ^ t[6];
    a[4] = t[0] ^ t[3] ^ t[4] ^ t[5];
    a[5] = ~(t[2] ^ t[3] ^ t[4] ^ t[5]);
    a[6] = ~(t[4] ^ t[6] ^ t[7]);
    a[7] = t[2] ^ t[4] ^ t[6];
}

/* ShiftRows: in row r the byte of column c comes of column c + r, 4 r places higher. */
MC_INLINE uint64_t shift_rows(uint64_t a)
{
    return (a & AT_ROW(0, 0xffff)) | (a & AT_ROW(1, 0xfff0)) >> 4 | (a & AT_ROW(1, 0x000f)) << 12 |
           (a & AT_ROW(2, 0xff00)) >> 8 | (a & AT_ROW(2, 0x00ff)) << 8 | (a & AT_ROW(3, 0xf000)) >> 12 |
           (a & AT_ROW(3, 0x0fff)) << 4;
}

/* The words with each row replaced by the one `rows` rows below. */
MC_INLINE uint64_t rotate_rows(uint64_t a, unsigned rows)
{
    return a >> 16 * rows | a << 16 * (4 - rows);
}

/* MixColumns: 2 a + 3 b + c + d, with b, c and d below a, is 2 (a + b) + b + (c + d); twice a byte is its bits one
 * higher, and the highest in bits 0, 1, 3 and 4. */
MC_INLINE void mix_columns(uint64_t a[PLANES])
{
    uint64_t sum[PLANES], below[PLANES];
    for (unsigned i = 0; i < PLANES; i++) {
        below[i] = rotate_rows(a[i], 1);
        sum[i] = a[i] ^ below[i];
    }
    for (unsigned i = 0; i < PLANES; i++) {
        a[i] = below[i] ^ rotate_rows(sum[i], 2) ^ sum[(i + PLANES - 1) % PLANES];
        if (i == 1 || i == 3 || i == 4)
            a[i] ^= sum[PLANES - 1];
    }
}

MC_INLINE void add_round_key(uint64_t a[PLANES], const mc_aes_round_key key)
{
    for (unsigned i = 0; i < PLANES; i++)
        a[i] ^= key[i];
}

void mc_aes_set_round_key(mc_aes_round_key out, const uint8_t octets[MC_AES_BLOCK_BYTES])
{
    uint8_t blocks[MC_AES_BLOCKS_BYTES];
    for (unsigned i = 0; i < sizeof blocks; i++)
        blocks[i] = octets[i % MC_AES_BLOCK_BYTES];
    load(out, blocks);
    mc_wipe(blocks, sizeof blocks);
}

void mc_aes_sub_word(uint8_t word[4])
{
    uint8_t blocks[MC_AES_BLOCKS_BYTES] = {0};
    uint64_t planes[PLANES];
    for (unsigned i = 0; i < 4; i++)
        blocks[i] = word[i];
    load(planes, blocks);
    sub_bytes(planes);
    store(blocks, planes);
    for (unsigned i = 0; i < 4; i++)
        word[i] = blocks[i];
    mc_wipe(planes, sizeof planes);
    mc_wipe(blocks, sizeof blocks);
}

void mc_aes_encrypt_blocks(uint8_t blocks[MC_AES_BLOCKS_BYTES], const mc_aes_schedule *schedule)
{
    uint64_t planes[PLANES];
    load(planes, blocks);
    add_round_key(planes, schedule->keys[0]);
    for (unsigned round = 1; round <= schedule->rounds; round++) {
        sub_bytes(planes);
        for (unsigned i = 0; i < PLANES; i++)
            planes[i] = shift_rows(planes[i]);
        if (round < schedule->rounds)
            mix_columns(planes);
        add_round_key(planes, schedule->keys[round]);
    }
    store(blocks, planes);
    mc_wipe(planes, sizeof planes);
}

#endif
