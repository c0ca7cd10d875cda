#include "pairing/tate/tate.h"

void EC(tate_pairing)(fp2 *r, const EC(tate_point) *p, const EC(tate_point) *q)
{
    EC(tate_projective) t;
    fp2 f;
    EC(tate_miller)(&f, p, q, &t, 1);
    EC(tate_final)(r, &f);
    mc_wipe(&t, sizeof t);
    mc_wipe(&f, sizeof f);
}

void EC(tate_pairing_real)(mc_word *r, const EC(tate_point) *p, const EC(tate_point) *q)
{
    EC(tate_projective) t;
    fp2 f;
    EC(tate_miller)(&f, p, q, &t, 1);
    EC(tate_final_real)(r, &f);
    mc_wipe(&t, sizeof t);
    mc_wipe(&f, sizeof f);
}

void EC(tate_pairing_product)(fp2 *r, const EC(tate_point) *p, const EC(tate_point) *q, uint8_t count)
{
    EC(tate_projective) t[TATE_PAIRS];
    fp2 f;
    EC(tate_miller)(&f, p, q, t, count);
    EC(tate_final)(r, &f);
    mc_wipe(t, sizeof t);
    mc_wipe(&f, sizeof f);
}
