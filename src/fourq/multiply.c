/* Multiplication by the four parts of a scalar at once (Costello and Longa 2015, Algorithm 2). An entry of a table is P
 * and those of phi(P), psi(P), psi(phi(P)) whose bit is set in its index. */
#include "fourq/fourq.h"

typedef struct {
    EC(fourq_digits) digits;
    EC(fourq_table) table;
#if MC_HAS_DATA_CACHE
    EC(fourq_summand) entry;
#endif
} workspace;

/* entries[last + i] = entries[i] + image, for i < last. */
static void extend_table(EC(fourq_table) *t, uint8_t last)
{
    for (uint8_t i = 0; i < last; i++) {
        t->sum = t->image;
        EC(fourq_add_summand)(&t->sum, &t->entries[i], 0, &t->work);
        EC(fourq_to_summand)(&t->entries[last + i], &t->sum);
    }
}

/* Images of p by phi, psi and both; each doubles the table. */
void EC(fourq_make_table)(EC(fourq_table) *t, const EC(fourq_point) *p)
{
    EC(fourq_to_summand)(&t->entries[0], p);
    for (uint8_t maps = 1; maps < FOURQ_PARTS; maps++) {
        t->image = *p;
        if (maps & 1)
            EC(fourq_phi)(&t->image, &t->work);
        if (maps & 2)
            EC(fourq_psi)(&t->image, &t->work);
        extend_table(t, (uint8_t)(1 << (maps - 1)));
    }
}

/* p += the entry of a digit. */
static void add_digit(EC(fourq_point) *p, workspace *w, uint8_t index, uint8_t negative)
{
#if MC_HAS_DATA_CACHE
    EC(fourq_look_up)((fp2 *)&w->entry, (const fp2 *)w->table.entries, sizeof w->entry / sizeof(fp2), index, negative);
    EC(fourq_add_summand)(p, &w->entry, 0, &w->table.work);
#else
    EC(fourq_add_summand)(p, &w->table.entries[index], negative, &w->table.work);
#endif
}

void EC(fourq_multiply)(EC(fourq_point) *p, const mc_word *k)
{
    workspace w;
    uint8_t negative;
    EC(fourq_split)(&w.digits, k);
    EC(fourq_make_table)(&w.table, p);
    EC(fourq_set_neutral)(p);
    add_digit(p, &w, w.digits.last, 0);
    for (uint8_t place = FOURQ_PLACES - 1; place-- > 0;) {
        const uint8_t index = EC(fourq_index_at)(&w.digits, place, &negative);
        EC(fourq_double)(p, &w.table.work);
        add_digit(p, &w, index, negative);
        mc_pause();
    }
    mc_wipe(&w, sizeof w);
}

void EC(fourq_multiply_affine)(EC(fourq_affine) *r, const mc_word *k, const EC(fourq_affine) *q)
{
    EC(fourq_point) p;
    EC(fourq_from_affine)(&p, q);
    EC(fourq_multiply)(&p, k);
    EC(fourq_to_affine)(r, &p);
    mc_wipe(&p, sizeof p);
}
