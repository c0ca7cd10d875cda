/* Multiplication of the generator, whose multiples are in flash: entries as in multiply.c, of G and of 2^32 G, so that
 * places i and 32 + i share their doublings. */
#include "fourq/fourq.h"

#define HALF 32 /* places */

typedef struct {
    EC(fourq_work) work;
    EC(fourq_digits) digits;
    EC(fourq_constant) entry;
} workspace;

static const MC_FLASH EC(fourq_constant) multiples[2][FOURQ_ENTRIES] = FOURQ_MULTIPLES_OF_G;

static void read_constant(EC(fourq_constant) *r, const MC_FLASH EC(fourq_constant) *a)
{
    fp2_from_flash(&r->yx[0], &a->yx[0]);
    fp2_from_flash(&r->yx[1], &a->yx[1]);
    fp2_from_flash(&r->t2, &a->t2);
}

/* p += an entry of the table of G, or minus that. */
static void add_entry_var(EC(fourq_point) *p, workspace *w, uint8_t index, uint8_t negative)
{
    read_constant(&w->entry, &multiples[0][index]);
    EC(fourq_add_constant)(p, &w->entry, negative, &w->work);
}

/* p += an entry of a table, or minus that. */
static void add_entry(EC(fourq_point) *p, workspace *w, uint8_t half, uint8_t index, uint8_t negative)
{
#if MC_HAS_DATA_CACHE
    EC(fourq_look_up)((fp2 *)&w->entry, (const fp2 *)multiples[half], sizeof w->entry / sizeof(fp2), index, negative);
    EC(fourq_add_constant)(p, &w->entry, 0, &w->work);
#else
    read_constant(&w->entry, &multiples[half][index]);
    EC(fourq_add_constant)(p, &w->entry, negative, &w->work);
#endif
}

static void add_place(EC(fourq_point) *p, workspace *w, uint8_t half, uint8_t place)
{
    uint8_t negative;
    const uint8_t index = EC(fourq_index_at)(&w->digits, place, &negative);
    add_entry(p, w, half, index, negative);
}

void EC(fourq_multiply_base)(EC(fourq_point) *p, const mc_word *k)
{
    workspace w;
    EC(fourq_split)(&w.digits, k);
    EC(fourq_set_neutral)(p);
    add_entry(p, &w, 1, w.digits.last, 0);
    for (uint8_t place = HALF; place-- > 0;) {
        EC(fourq_double)(p, &w.work);
        add_place(p, &w, 1, (uint8_t)(HALF + place));
        add_place(p, &w, 0, place);
        mc_pause();
    }
    mc_wipe(&w, sizeof w);
}

/* Both points have the same doublings. */
void EC(fourq_multiply_double_var)(EC(fourq_point) *p, const mc_word *k, const mc_word *l)
{
    workspace w;
    EC(fourq_digits) digits;
    EC(fourq_table) table;
    uint8_t negative;
    EC(fourq_split)(&w.digits, k);
    EC(fourq_split)(&digits, l);
    EC(fourq_make_table)(&table, p);
    EC(fourq_set_neutral)(p);
    EC(fourq_add_summand)(p, &table.entries[digits.last], 0, &table.work);
    add_entry_var(p, &w, w.digits.last, 0);
    for (uint8_t place = FOURQ_PLACES - 1; place-- > 0;) {
        EC(fourq_double)(p, &table.work);
        uint8_t index = EC(fourq_index_at)(&digits, place, &negative);
        EC(fourq_add_summand)(p, &table.entries[index], negative, &table.work);
        index = EC(fourq_index_at)(&w.digits, place, &negative);
        add_entry_var(p, &w, index, negative);
        mc_pause();
    }
}
