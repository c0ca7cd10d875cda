/* The sums of halve-batched-wnaf for every pair of points of the tiny curves. They include equal and opposite points,
 * which no multiple of a point leads to on any curve. fields: fb7 */
#define MC_WINDOW 6 /* no window of the library, so that the names differ */
#include "scalar/halving/halve_batched_wnaf.c"

#include "curve_exhaustive.h"

static void wait(waiting_points *waiting, const EC(affine) *p, uint8_t j)
{
    waiting->points[waiting->count] = *p;
    waiting->j[waiting->count++] = j;
}

/* Whether the points that wait with j are the sum and nothing else; infinity does not wait. */
static int holds(const waiting_points *waiting, const EC(affine) *sum, uint8_t j)
{
    uint8_t found = 0;
    for (uint8_t i = 0; i < waiting->count; i++) {
        if (waiting->j[i] != j)
            continue;
        if (!equal(&waiting->points[i], sum))
            return 0;
        found++;
    }
    return found == (EC(affine_mask_infinity)(sum) ? 0 : 1);
}

static void check_pair(const char *name, unsigned a, unsigned b, const EC(curve) *curve)
{
    waiting_points waiting = {.count = 0};
    EC(affine) sum, other;
    EC(affine_add_var)(&sum, &points[a], &points[b], curve);
    EC(affine_add_var)(&other, &points[1], &points[2], curve);
    wait(&waiting, &points[1], 0);
    wait(&waiting, &points[a], 1);
    wait(&waiting, &points[2], 0);
    wait(&waiting, &points[b], 1);
    wait(&waiting, &points[3], 2);
    if (!add_pairs(&waiting, curve) || !holds(&waiting, &sum, 1) || !holds(&waiting, &other, 0) ||
        !holds(&waiting, &points[3], 2))
        fail(name, "two points of a digit", a, b);
    if (add_pairs(&waiting, curve))
        fail(name, "no two points of a digit", a, b);
}

static void check_curve(const char *name, const EC(curve) *curve)
{
    find_points(curve);
    for (unsigned a = 1; a < point_count; a++)
        for (unsigned b = 1; b < point_count; b++)
            check_pair(name, a, b, curve);
}

int main(void)
{
#define CHECK_CURVE(curve) check_curve(#curve, &mc_##curve);
    EC_CURVES(CHECK_CURVE)
    return failures != 0;
}
