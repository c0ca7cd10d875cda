/* Multiplication by digits of both halves at once: a digit is d0 + d1 mu with d0 and d1 of +-1 and +-3. Times a power
 * of mu, a unit of Z[mu], it becomes one of (1, 1), (3, 1), (1, 3), (3, 3), whose multiples are the table (as the
 * two-dimensional tables of Aardal and Aranha 2022; that the units leave a quarter of them is ours). */
#include "gls/gls.h"

#define ENTRIES 4 /* index d0 > 1 and, times two, d1 > 1 */

typedef struct {
    EC(gls_work) work;
    mc_word digits[2][GLS_HALF_WORDS];
    EC(gls_affine) table[ENTRIES], entry;
    EC(gls_point) multiples[ENTRIES], triple;
} workspace;

/* The affine coordinates of p, given the inverse of its Z, which becomes that of Z^2. */
static void to_affine(EC(gls_affine) *r, const EC(gls_point) *p, fb2 *z_inverse)
{
    gls_mul(&r->x, &p->x, z_inverse);
    gls_sqr(z_inverse, z_inverse);
    gls_mul(&r->s, &p->y, z_inverse);
}

/* multiples[i] in affine coordinates, by one inversion (Montgomery 1987). Two have the same Z; none is 0. */
static void normalise(workspace *w)
{
    const EC(gls_point) *m = w->multiples;
    fb2 *inverse = &w->triple.x, *own = &w->triple.y, *first = &w->triple.t, *all = &w->triple.z;
    gls_mul(first, &m[0].z, &m[1].z);
    gls_mul(all, first, &m[3].z);
    fb2_inv(inverse, all);
    gls_mul(own, first, inverse);
    to_affine(&w->table[3], &m[3], own);
    gls_mul(inverse, inverse, &m[3].z);
    gls_mul(own, inverse, &m[1].z);
    to_affine(&w->table[0], &m[0], own);
    gls_mul(inverse, inverse, &m[0].z);
    *own = *inverse;
    to_affine(&w->table[1], &m[1], own);
    to_affine(&w->table[2], &m[2], inverse);
}

/* table[i] = (1 or 3) q + (1 or 3) zeta(q); 1 and 3 come from 3 q - zeta(q), times mu. */
static void make_table(workspace *w, const EC(gls_affine) *q)
{
    const mc_word all = (mc_word) ~(mc_word)0;
    EC(gls_point) *multiples = w->multiples;
    EC(gls_affine) *image = &w->entry;
    gls_turn(image, q, all, 0);
    EC(gls_from_affine)(&multiples[0], q);
    multiples[3] = multiples[0];
    EC(gls_subtract_n)(&multiples[0], &w->work);
    EC(gls_add)(&multiples[0], image, &w->work);
    EC(gls_exchange)(&multiples[0], &w->work);
    EC(gls_exchange)(&multiples[3], &w->work);
    EC(gls_double_to_summand)(&multiples[3], &w->work);
    EC(gls_add)(&multiples[3], q, &w->work);
    EC(gls_exchange)(&multiples[3], &w->work);
    w->triple = multiples[3];
    EC(gls_zeta_element)(&w->triple);
    EC(gls_subtract_n)(&multiples[3], &w->work);
    multiples[1] = multiples[3];
    EC(gls_add_both)(&multiples[1], &multiples[2], image, &w->work);
    EC(gls_add_element)(&multiples[3], &w->triple, &w->work);
    normalise(w);
    gls_turn(&w->table[2], &w->table[2], all, 0);
}

#if MC_HAS_DATA_CACHE
/* entry = table[index], with all of the table read. */
static void look_up(EC(gls_affine) *entry, const EC(gls_affine) *table, uint8_t index)
{
    *entry = table[0];
    for (uint8_t i = 1; i < ENTRIES; i++) {
        const mc_word mask = mc_word_mask_zero((mc_word)(i ^ index));
        FB(select)(entry->x.c0, table[i].x.c0, mask);
        FB(select)(entry->x.c1, table[i].x.c1, mask);
        FB(select)(entry->s.c0, table[i].s.c0, mask);
        FB(select)(entry->s.c1, table[i].s.c1, mask);
    }
}
#endif

/* entry = the multiple for the digit at a place. The two bits b of a half mean 2 b - 3. If the signs differ, the digit
 * is mu (d1 - d0 mu). Where memory has no cache, the address in the table may be secret. */
static void read_entry(workspace *w, uint8_t place)
{
    const uint8_t word = 2 * place / MC_WORD_BITS, shift = 2 * place % MC_WORD_BITS;
    const uint8_t first = (uint8_t)(w->digits[0][word] >> shift) & 3,
                  second = (uint8_t)(w->digits[1][word] >> shift) & 3;
    const uint8_t large_first = (uint8_t)(~(first ^ first >> 1) & 1),
                  large_second = (uint8_t)(~(second ^ second >> 1) & 1);
    const uint8_t turned = (first ^ second) >> 1, exchanged = turned & (large_first ^ large_second);
    const uint8_t index = (uint8_t)((large_first | large_second << 1) ^ (exchanged | exchanged << 1));
    const mc_word zeta = mc_word_barrier((mc_word)(0 - (mc_word)turned));
    const mc_word negative = mc_word_barrier((mc_word)((mc_word)(second >> 1) - 1));
#if MC_HAS_DATA_CACHE
    look_up(&w->entry, w->table, index);
    gls_turn(&w->entry, &w->entry, zeta, negative);
#else
    gls_turn(&w->entry, &w->table[index], zeta, negative);
#endif
}

void EC(gls_multiply_point)(EC(gls_point) *p, const mc_word *k, const EC(gls_affine) *q)
{
    workspace w;
    EC(gls_split)(w.digits, k);
    make_table(&w, q);
    read_entry(&w, GLS_DIGITS - 1);
    EC(gls_from_affine)(p, &w.entry);
    EC(gls_exchange)(p, &w.work);
    for (uint8_t place = GLS_DIGITS - 1; place-- > 0;) {
        EC(gls_double)(p, &w.work);
        EC(gls_double_to_summand)(p, &w.work);
        read_entry(&w, place);
        EC(gls_add)(p, &w.entry, &w.work);
        mc_pause();
    }
    EC(gls_exchange)(p, &w.work);
    mc_wipe(&w, sizeof w);
}

void EC(gls_multiply)(EC(gls_affine) *r, const mc_word *k, const EC(gls_affine) *q)
{
    EC(gls_point) p;
    fb2 inverse;
    EC(gls_multiply_point)(&p, k, q);
    fb2_inv(&inverse, &p.z);
    to_affine(r, &p, &inverse);
    mc_wipe(&p, sizeof p);
    mc_wipe(&inverse, sizeof inverse);
}
