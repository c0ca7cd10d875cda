/* What native/x86_64/edwards_four.c is made of, on four elements by limbs: limb i of number j is [i][j]. */
#include "native/x86_64/edwards_four.c"
#include "native/x86_64/lookup.c"

typedef uint64_t numbers_by_limbs[5][4];

static IFMA element read(numbers_by_limbs a)
{
    element r;
    for (unsigned i = 0; i < 5; i++)
        r.limb[i] = *(const loaded_lanes *)a[i];
    return r;
}

static IFMA void write(numbers_by_limbs r, element a)
{
    for (unsigned i = 0; i < 5; i++)
        *(loaded_lanes *)r[i] = a.limb[i];
}

IFMA void do_carried(numbers_by_limbs r, numbers_by_limbs a)
{
    write(r, carried(read(a)));
}

IFMA void do_product(numbers_by_limbs r, numbers_by_limbs a, numbers_by_limbs b)
{
    write(r, product(read(a), read(b), 0));
}

IFMA void do_square(numbers_by_limbs r, numbers_by_limbs a)
{
    write(r, square(read(a), 0));
}

IFMA void do_biased_product(numbers_by_limbs r, numbers_by_limbs a, numbers_by_limbs b)
{
    write(r, product(read(a), read(b), 1));
}

IFMA void do_biased_square(numbers_by_limbs r, numbers_by_limbs a)
{
    write(r, square(read(a), 1));
}

IFMA void do_doubled(numbers_by_limbs r, numbers_by_limbs p)
{
    write(r, doubled(read(p)));
}

IFMA void do_added(numbers_by_limbs r, numbers_by_limbs p, numbers_by_limbs q)
{
    write(r, added(read(p), read(q), 0));
}

IFMA void do_subtracted(numbers_by_limbs r, numbers_by_limbs p, numbers_by_limbs q)
{
    write(r, added(read(p), read(q), ALL_LANES));
}

IFMA void do_words(uint64_t r[4][4], numbers_by_limbs a)
{
    lanes words[4];
    words_of(words, read(a));
    for (unsigned i = 0; i < 4; i++)
        *(loaded_lanes *)r[i] = words[i];
}

IFMA void do_limbs(numbers_by_limbs r, const uint64_t words[4][4])
{
    write(r, loaded(words));
}

/* Without hidden visibility. */
void do_double(uint64_t r[3][4], const mc_four_number *k, const mc_four_number *l, const uint64_t *q)
{
    mc_four_double_var(r, k, l, q);
}

void do_comb(uint64_t r[3][4], const mc_four_columns *columns, const uint64_t *factor)
{
    mc_four_comb(r, columns, factor);
}
