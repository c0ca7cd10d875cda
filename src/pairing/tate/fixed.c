/* Pairings with one P: its lines, divided by their coefficients of y, leave 1 M for a value at Q; 6 M for each line
 * with the square and the product (Scott 2007, 4; Costello, Stebila 2010). */
#include "pairing/tate/tate.h"

static const MC_FLASH uint16_t fixed_runs[] = TATE_RUNS;
#define FIXED_RUNS ((uint8_t)(sizeof fixed_runs / sizeof *fixed_runs))

/* Of points of order r no coefficient of y is 0. Of infinity it is, its inverse is 0, and every value is i y_Q, whose
 * final power is 1. */
static void divide_line(EC(tate_fixed_line) *r, EC(tate_line) *line)
{
    fp_inv(line->y, line->y);
    fp_mul(r->one, line->one, line->y);
    fp_mul(r->x, line->x, line->y);
}

void EC(tate_fix)(EC(tate_fixed_line) *lines, const EC(tate_point) *p)
{
    EC(tate_projective) t;
    EC(tate_line) line;
    FP(copy)(t.x, p->x);
    FP(copy)(t.y, p->y);
    FP(set_small)(t.z, 1);
    for (uint8_t run = 0; run < FIXED_RUNS; run++) {
        for (uint16_t left = fixed_runs[run]; left > 0; left--) {
            EC(tate_double_step)(&line, &t);
            divide_line(lines++, &line);
        }
        if (run + 1 < FIXED_RUNS) {
            EC(tate_add_step)(&line, &t, p);
            divide_line(lines++, &line);
        }
    }
    mc_wipe(&t, sizeof t);
    mc_wipe(&line, sizeof line);
}

static void multiply_fixed_line(fp2 *f, const EC(tate_fixed_line) *line, const EC(tate_point) *q)
{
    fp2 value;
    fp_mul(value.c0, line->x, q->x);
    fp_add(value.c0, value.c0, line->one);
    FP(copy)(value.c1, q->y);
    fp2_mul(f, f, &value);
    mc_wipe(&value, sizeof value);
}

/* With Q infinity the values are those of `one`, which is 0 for no line: none of the lines, through points of odd
 * order, passes through (0, 0). With both infinity they are 0, and the
 * final power of 0 is 1, too. */
void EC(tate_miller_fixed)(fp2 *f, const EC(tate_fixed_line) *lines, const EC(tate_point) *q)
{
    fp2_set_small(f, 1);
    for (uint8_t run = 0; run < FIXED_RUNS; run++) {
        for (uint16_t left = fixed_runs[run]; left > 0; left--) {
            fp2_sqr(f, f);
            multiply_fixed_line(f, lines++, q);
        }
        if (run + 1 < FIXED_RUNS)
            multiply_fixed_line(f, lines++, q);
    }
}
