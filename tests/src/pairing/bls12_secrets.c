/* BLS12-381 under valgrind: scalars, points, elements and messages' images are marked undefined, so that memcheck
 * reports every jump and every address that depends on one. With an argument it runs a planted leak instead.
 * test_bls12_secrets.py builds it as the target bls12_secrets, and runs it. */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "pairing/bls12/group.h"

#define POISON(object) VALGRIND_MAKE_MEM_UNDEFINED(&(object), sizeof(object))

static void multiples(g1_point *p, g2_point *q)
{
    mc_word k[BLS12_SCALAR_WORDS];
    memset(k, 0x35, sizeof k);
    POISON(k);
    g1_multiply(p, k, p);
    g2_multiply(q, k, q);
}

static void pairings(fp12 *r, const g1_point *p, const g2_point *q)
{
    g1_affine of_g1;
    g2_affine of_g2;
    fp12 f;
    g1_to_affine(&of_g1, p);
    g2_to_affine(&of_g2, q);
    bls12_miller(&f, &of_g1, &of_g2, 1);
    bls12_final(r, &f);
}

static void maps_and_bytes(g1_point *p, g2_point *q, const fp12 *f)
{
    uint8_t octets[192];
    fp1 u;
    mc_word members = g1_is_in_group(p) & g2_is_in_group(q);
    memcpy(&u, &f->c0.c1.c0, sizeof u);
    g1_map(p, &u);
    g2_map(q, &f->c1.c2);
    g1_clear(p, p);
    g2_clear(q, q);
    g1_encode(octets, p, 1);
    g1_encode(octets, p, 0);
    g2_encode(octets, q, 1);
    g2_encode(octets, q, 0);
    VALGRIND_MAKE_MEM_DEFINED(&members, sizeof members);
    VALGRIND_MAKE_MEM_DEFINED(octets, sizeof octets);
    printf("%u %u\n", (unsigned)members & 1, octets[100]);
}

static void leak(const fp12 *f)
{
    if (f->c0.c0.c0[0] & 1)
        printf("odd\n");
}

int main(int argc, char **argv)
{
    g1_affine generator1;
    g2_affine generator2;
    g1_point p;
    g2_point q;
    fp12 f;
    (void)argv;
    g1_set_generator(&generator1);
    g2_set_generator(&generator2);
    g1_from_affine(&p, &generator1);
    g2_from_affine(&q, &generator2);
    multiples(&p, &q);
    pairings(&f, &p, &q);
    if (argc > 1)
        leak(&f);
    else
        maps_and_bytes(&p, &q, &f);
    return 0;
}
