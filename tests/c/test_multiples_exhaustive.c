/* Triples and quintuples of every point of the tiny curves, with every Z, against repeated addition.
 * fields: fb7 fp7 fp7e */
#include "curve_exhaustive.h"

static void check(const char *name, const ec_projective *found, unsigned factor, unsigned i, unsigned z,
                  const EC(curve) *curve)
{
    EC(affine) r, expected = multiple(factor, &points[i], curve);
    ec_to_affine(&r, found);
    if (!equal(&r, &expected))
        fail(name, factor == 3 ? "triple" : "quintuple", i, z);
}

static void check_curve(const char *name, const EC(curve) *curve)
{
    find_points(curve);
    for (unsigned i = 0; i < point_count; i++) {
        for (unsigned z = 1; z < FIELD_SIZE; z++) {
            const EC(affine) factor = pair(z, 0);
            ec_projective p, r;
            ec_from_affine(&p, &points[i]);
            ec_scale(&p, factor.x, curve);
            ec_triple(&r, &p, curve);
            check(name, &r, 3, i, z, curve);
            ec_quintuple(&r, &p, curve);
            check(name, &r, 5, i, z, curve);
            r = p;
            ec_triple(&r, &r, curve);
            check(name, &r, 3, i, z, curve);
            ec_quintuple(&p, &p, curve);
            check(name, &p, 5, i, z, curve);
        }
    }
}

int main(void)
{
#define CHECK_CURVE(curve) check_curve(#curve, &mc_##curve);
    EC_CURVES(CHECK_CURVE)
    return failures != 0;
}
