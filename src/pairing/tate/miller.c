/* Miller's loop for the order, whose few additions are those of TATE_RUNS: 5 M + 5 S for a point and its tangent, 2 M
 * for its value at Q, 3 M to multiply it in, 2 M for the square of f, which all pairs share. */
#include "pairing/tate/tate.h"

static const MC_FLASH uint16_t miller_runs[] = TATE_RUNS;
#define MILLER_RUNS ((uint8_t)(sizeof miller_runs / sizeof *miller_runs))

/* f = f times the line's value. */
static void multiply_line(fp2 *f, EC(tate_line) *line, const EC(tate_point) *q)
{
    fp_mul(line->value.c0, line->x, q->x);
    fp_add(line->value.c0, line->value.c0, line->one);
    fp_mul(line->value.c1, line->y, q->y);
    fp2_mul(f, f, &line->value);
}

/* t = p, and (1, 0, 0) for p = infinity. All tangents there have the value X^3. A tangent or a line of points of order
 * r has the value 0 at no point of that order, and none at infinity, (0, 0): it would pass through a point of order 2.
 */
static void start(EC(tate_projective) *t, const EC(tate_point) *p, const mc_word *one)
{
    const mc_word infinite = FP(mask_zero)(p->y);
    FP(copy)(t->x, p->x);
    FP(copy)(t->y, p->y);
    FP(copy)(t->z, one);
    FP(select)(t->x, one, infinite);
    FP(select)(t->z, p->y, infinite);
}

/* The line through t and p, and their sum; for p = infinity a line that is 1 everywhere, and t is again (1, 0, 0). */
static void add(EC(tate_line) *line, EC(tate_projective) *t, const EC(tate_point) *p, const mc_word *one)
{
    const mc_word infinite = FP(mask_zero)(p->y);
    EC(tate_add_step)(line, t, p);
    FP(select)(line->one, one, infinite);
    FP(select)(t->x, one, infinite);
}

void EC(tate_miller)(fp2 *f, const EC(tate_point) *p, const EC(tate_point) *q, EC(tate_projective) *t, uint8_t count)
{
    EC(tate_line) line;
    mc_word one[FP_WORDS];
    FP(set_small)(one, 1);
    for (uint8_t i = 0; i < count; i++)
        start(&t[i], &p[i], one);
    fp2_set_small(f, 1);
    for (uint8_t run = 0; run < MILLER_RUNS; run++) {
        for (uint16_t left = miller_runs[run]; left > 0; left--) {
            fp2_sqr(f, f);
            for (uint8_t i = 0; i < count; i++) {
                EC(tate_double_step)(&line, &t[i]);
                multiply_line(f, &line, &q[i]);
            }
        }
        if (run + 1 == MILLER_RUNS)
            break; /* t = -p: the line is vertical */
        for (uint8_t i = 0; i < count; i++) {
            add(&line, &t[i], &p[i], one);
            multiply_line(f, &line, &q[i]);
        }
    }
    mc_wipe(&line, sizeof line);
}
