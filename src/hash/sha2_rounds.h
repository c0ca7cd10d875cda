/* Template of the compression functions of SHA-2, FIPS 180-4, 6.2.2 and 6.4.2, for words of the type SHA2_WORD. What
 * includes it has defined SHA2_ROUNDS, SHA2_SUM of two words, round_constants and the sums of rotations big_sigma0,
 * big_sigma1, small_sigma0, small_sigma1. The message schedule overwrites the block. Constant time. */

/* Images for size call memmove for a loop that moves words, whose call takes longer than these. */
#if MC_PREFER_SIZE && defined(__thumb2__)
#define SHA2_MOVE_IN_PLACE __asm__ volatile("" : : : "memory")
#else
#define SHA2_MOVE_IN_PLACE ((void)0)
#endif

/* Replaces w[t], t modulo 16, by w[t + 16]. */
static void extend(SHA2_WORD w[16], uint8_t t)
{
#define W(i) w[(uint8_t)(t + (i)) & 15]
    W(0) = SHA2_SUM(W(0), SHA2_SUM(SHA2_SUM(small_sigma1(W(14)), W(9)), small_sigma0(W(1))));
#undef W
}

static void compress(SHA2_WORD state[8], SHA2_WORD w[16])
{
    SHA2_WORD v[8]; /* a to h */
    for (uint8_t i = 0; i < 8; i++)
        v[i] = state[i];
    for (uint8_t t = 0; t < SHA2_ROUNDS; t++) {
        SHA2_WORD sum = SHA2_SUM(v[7], big_sigma1(v[4]));
        sum = SHA2_SUM(sum, v[6] ^ (v[4] & (v[5] ^ v[6])));
        sum = SHA2_SUM(SHA2_SUM(sum, round_constants[t]), w[t & 15]);
        SHA2_WORD a = SHA2_SUM(SHA2_SUM(sum, big_sigma0(v[0])), (v[0] & v[1]) | (v[2] & (v[0] | v[1])));
        for (uint8_t i = 7; i > 0; i--) {
            v[i] = v[i - 1];
            SHA2_MOVE_IN_PLACE;
        }
        v[4] = SHA2_SUM(v[4], sum);
        v[0] = a;
        extend(w, t);
    }
    for (uint8_t i = 0; i < 8; i++)
        state[i] = SHA2_SUM(state[i], v[i]);
    mc_wipe(v, sizeof(v));
}
