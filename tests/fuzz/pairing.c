#include "pairing.h"

#include <stdio.h>
#include <stdlib.h>

#define GROUPS_MAX 8

BIGNUM *pairing_number(const char *hexadecimal)
{
    BIGNUM *number = NULL;
    if (!BN_hex2bn(&number, hexadecimal))
        abort();
    return number;
}

const EC_GROUP *pairing_group(const pairing_curve *curve)
{
    static struct {
        const pairing_curve *curve;
        EC_GROUP *group;
    } known[GROUPS_MAX];
    unsigned i = 0;
    for (; i < GROUPS_MAX && known[i].curve; i++)
        if (known[i].curve == curve)
            return known[i].group;
    if (i == GROUPS_MAX)
        abort();
    BIGNUM *p = pairing_number(curve->p), *a = pairing_number(curve->a), *b = pairing_number(curve->b);
    BIGNUM *r = pairing_number(curve->r), *x = pairing_number(curve->x), *y = pairing_number(curve->y);
    EC_GROUP *group = EC_GROUP_new_curve_GFp(p, a, b, NULL);
    EC_POINT *generator = EC_POINT_new(group);
    if (EC_POINT_set_affine_coordinates(group, generator, x, y, NULL) != 1 ||
        EC_GROUP_set_generator(group, generator, r, NULL) != 1)
        abort();
    EC_POINT_free(generator);
    for (BIGNUM **number = (BIGNUM *[]){p, a, b, r, x, y, NULL}; *number; number++)
        BN_free(*number);
    known[i].curve = curve;
    return known[i].group = group;
}

void pairing_require(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}
