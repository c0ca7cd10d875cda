/* SHA-256's compression function for size on MSP430, where an operation on 32 bits takes several instructions: nearly
 * all of a round is calls of four functions, on words that keep their places. FIPS 180-4, 6.2.2. Constant time. */

/* a >>> n[0] ^ a >>> (n[0] + n[1]) ^ a >>> n[2], of the last of which the upper half keeps the bits of `kept`: a shift,
 * if the bits are as many as it leaves. */
typedef struct {
    uint8_t n[3];
    uint16_t kept;
} sum_of_turns;

static const MC_FLASH sum_of_turns big_sum0 = {{2, 11, 22}, 0xffff}, big_sum1 = {{6, 5, 25}, 0xffff},
                                   small_sum0 = {{7, 11, 3}, 0x1fff}, small_sum1 = {{17, 2, 10}, 0x003f};

/* a >>> bits, bits > 0 and not 16. */
MC_NOINLINE uint32_t turn(uint32_t a, uint8_t bits)
{
    if (bits > 16) {
        a = mc_rotate_right(a, 16);
        bits = (uint8_t)(bits - 16);
    }
    do
        a = mc_rotate_right(a, 1);
    while (--bits);
    return a;
}

MC_NOINLINE void add(uint32_t *r, uint32_t a)
{
    *r += a;
}

MC_NOINLINE void add_turned(uint32_t *r, const uint32_t *a, const MC_FLASH sum_of_turns *sum)
{
    const uint32_t first_two = turn(turn(*a, sum->n[1]) ^ *a, sum->n[0]);
    add(r, first_two ^ (turn(*a, sum->n[2]) & ((uint32_t)sum->kept << 16 | 0xffff)));
}

/* Each of so many words becomes the next one. */
MC_NOINLINE void move_down(uint32_t *words, uint8_t count)
{
    do {
        words[0] = words[1];
        words++;
    } while (--count);
}

/* v = h, g, ..., a and room; w = the message schedule from its word of this round on, which moves on by one. */
MC_NOINLINE void one_round(uint32_t *v, uint32_t *w, uint32_t constant)
{
    add(&v[0], constant);
    add(&v[0], w[0]);
    add(&v[0], v[1] ^ (v[3] & (v[2] ^ v[1])));
    add_turned(&v[0], &v[3], &big_sum1);
    v[8] = v[0];
    add(&v[4], v[0]);
    add_turned(&v[8], &v[7], &big_sum0);
    add(&v[8], v[6] ^ ((v[7] ^ v[6]) & (v[5] ^ v[6])));
    move_down(v, 8);

    add_turned(&w[0], &w[1], &small_sum0);
    add(&w[0], w[9]);
    add_turned(&w[0], &w[14], &small_sum1);
    const uint32_t next = w[0];
    move_down(w, 15);
    w[15] = next;
}

static void compress(uint32_t *state, uint32_t *w)
{
    uint32_t v[9], *last = v + 8;
    do
        *--last = *state++;
    while (last != v);
    for (const MC_FLASH uint32_t *constant = round_constants; constant != round_constants + 64; constant++)
        one_round(v, w, *constant);
    do
        add(--state, *last++);
    while (last != v + 8);
    mc_wipe(v, sizeof v);
}
