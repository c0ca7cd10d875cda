/* The endomorphisms: phi and psi of a curve that is 4-isogenous to FourQ, between the isogeny tau and its dual
 * (Costello and Longa 2015, 3.3 and Appendix A). psi is 4 times a map with the Frobenius, and so phi: psi^2 = 32 and
 * phi^2 = -80 on points of order r. */
#include "fourq/fourq.h"

#define PHI_CONSTANTS 10
#define PSI_CONSTANTS 4

static void times_constant(fp2 *r, const fp2 *a, const MC_FLASH fp2 *constant)
{
    fp2 factor;
    fp2_from_flash(&factor, constant);
    fourq_mul(r, a, &factor);
}

/* r[0] = Y^2 - X^2, r[1] = X^2 + Y^2, X Y in the place of X, 2 Z^2 - Y^2 + X^2 in that of Z. */
static void squares(fp2 *r, EC(fourq_point) *p)
{
    fourq_sqr(r, &p->x);
    fourq_sqr(r + 1, &p->y);
    fourq_mul(&p->x, &p->x, &p->y);
    fourq_sqr(&p->z, &p->z);
    fourq_difference_sum(r, r + 1, r);
    fourq_twice_less(&p->z, &p->z, r);
}

/* To the isogenous curve. */
static void tau(EC(fourq_point) *p, fp2 *place)
{
    static const MC_FLASH fp2 constant = FOURQ_TAU;
    squares(place, p);
    fourq_mul(&p->x, &p->x, place);
    times_constant(&p->x, &p->x, &constant);
    fourq_mul(&p->y, &p->z, place + 1);
    fourq_mul(&p->z, place, place + 1);
}

/* And back, with ta tb = X Y / Z. */
static void tau_dual(EC(fourq_point) *p, fp2 *place)
{
    static const MC_FLASH fp2 constant = FOURQ_TAU_DUAL;
    squares(place, p);
    p->ta = place[0];
    times_constant(&p->tb, &p->x, &constant);
    fourq_mul(&p->y, &p->z, &p->ta);
    fourq_mul(&p->x, &p->tb, place + 1);
    fourq_mul(&p->z, &p->z, place + 1);
}

/* Of a point to its image under the Frobenius. */
static void conjugate(EC(fourq_point) *p)
{
    fp2_conjugate(&p->x, &p->x);
    fp2_conjugate(&p->y, &p->y);
    fp2_conjugate(&p->z, &p->z);
}

void EC(fourq_phi)(EC(fourq_point) *p, EC(fourq_work) *work)
{
    static const MC_FLASH fp2 c[PHI_CONSTANTS] = FOURQ_PHI;
    fp2 *y2 = work->place, *yz = y2 + 1, *z2 = y2 + 2, *a = y2 + 3, *b = &p->ta, *e = b + 1;
    tau(p, work->place);
    fourq_sqr(z2, &p->z);
    fourq_mul(yz, &p->y, &p->z);
    fourq_sqr(y2, &p->y);
    /* a = Z (y2 + c4 z2 + c3 yz) (y2 + c4 z2 - c3 yz) */
    times_constant(a, z2, c + 4);
    fourq_add(a, a, y2);
    times_constant(b, yz, c + 3);
    fourq_difference_sum(b, a, b);
    fourq_mul(a, e, &p->z);
    fourq_mul(a, a, b);
    /* X = c0 X ((c1 yz)^2 - (y2 + c2 z2)^2) */
    times_constant(b, yz, c + 1);
    times_constant(e, z2, c + 2);
    fourq_add(e, e, y2);
    fourq_sqr(b, b);
    fourq_sqr(e, e);
    fourq_sub(b, b, e);
    times_constant(b, b, c);
    fourq_mul(&p->x, &p->x, b);
    /* b = Y (y2^2 + c8 yz^2 + c9 z2^2), Y = c5 (y2^2 + c6 yz^2 + c7 z2^2) Z a */
    fourq_sqr(y2, y2);
    fourq_sqr(yz, yz);
    fourq_sqr(z2, z2);
    times_constant(b, yz, c + 8);
    times_constant(e, z2, c + 9);
    fourq_add(b, b, e);
    fourq_add(b, b, y2);
    fourq_mul(b, b, &p->y);
    times_constant(yz, yz, c + 6);
    times_constant(z2, z2, c + 7);
    fourq_add(&p->y, yz, z2);
    fourq_add(&p->y, &p->y, y2);
    times_constant(&p->y, &p->y, c + 5);
    fourq_mul(&p->y, &p->y, &p->z);
    fourq_mul(&p->y, &p->y, a);
    fourq_mul(&p->x, &p->x, b);
    fourq_mul(&p->z, a, b);
    conjugate(p);
    tau_dual(p, work->place);
}

void EC(fourq_psi)(EC(fourq_point) *p, EC(fourq_work) *work)
{
    static const MC_FLASH fp2 c[PSI_CONSTANTS] = FOURQ_PSI;
    fp2 *x2 = work->place, *z2 = x2 + 1, *a = x2 + 2, *b = x2 + 3;
    tau(p, work->place);
    conjugate(p);
    fourq_sqr(z2, &p->z);
    fourq_sqr(x2, &p->x);
    fourq_mul(&p->x, &p->x, z2);
    /* a = Y (x2 + c1 z2), b = -(x2 + c3 z2) */
    times_constant(a, z2, c + 1);
    fourq_add(a, a, x2);
    fourq_mul(a, a, &p->y);
    times_constant(b, z2, c + 3);
    fourq_add(b, b, x2);
    fp2_neg(b, b);
    times_constant(z2, z2, c + 2);
    fourq_add(z2, z2, x2);
    fourq_mul(&p->x, &p->x, b);
    times_constant(&p->x, &p->x, c);
    fourq_mul(&p->y, z2, a);
    fourq_mul(&p->z, a, b);
    tau_dual(p, work->place);
}
