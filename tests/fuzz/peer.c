#define OPENSSL_SUPPRESS_DEPRECATED /* groups and points have no newer interface that is as detailed */
#include "peer.h"

#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/key.h"

#define CURVES_MAX 256

/* Whether both have the same points and generator: names alone do not tell (OpenSSL's wtls7, Oakley groups). */
static int agrees(const EC_GROUP *group, const mc_curve *curve)
{
    size_t bytes = mc_curve_public_key_bytes(curve), scalar_bytes = mc_curve_scalar_bytes(curve);
    uint8_t *d = calloc(1, scalar_bytes), *ours = calloc(1, bytes), *theirs = calloc(1, bytes);
    d[scalar_bytes - 1] = 1;
    size_t written =
        EC_POINT_point2oct(group, EC_GROUP_get0_generator(group), POINT_CONVERSION_UNCOMPRESSED, theirs, bytes, NULL);

    int same = written == bytes && mc_public_key(ours, d, scalar_bytes, curve) == MC_OK && !memcmp(ours, theirs, bytes);
    same = same && (size_t)(EC_GROUP_order_bits(group) + 7) / 8 == scalar_bytes;
    free(d);
    free(ours);
    free(theirs);
    return same;
}

static EC_GROUP *find(const mc_curve *curve)
{
    EC_builtin_curve curves[CURVES_MAX];
    size_t count = EC_get_builtin_curves(curves, CURVES_MAX);
    for (size_t i = 0; i < count; i++) {
        if (mc_curve_find(OBJ_nid2sn(curves[i].nid)) != curve)
            continue;
        EC_GROUP *group = EC_GROUP_new_by_curve_name(curves[i].nid);
        if (group && agrees(group, curve))
            return group;
        EC_GROUP_free(group);
    }
    return NULL;
}

const EC_GROUP *peer_group(const mc_curve *curve)
{
    static EC_GROUP *groups[CURVES_MAX];
    static uint8_t known[CURVES_MAX];
    size_t index = 0;
    while (mc_curve_at(index) != curve)
        index++;
    if (!known[index]) {
        known[index] = 1;
        groups[index] = find(curve);
    }
    return groups[index];
}

EC_POINT *peer_point(const EC_GROUP *group, const uint8_t *encoded, size_t bytes)
{
    EC_POINT *point = EC_POINT_new(group);
    if (EC_POINT_oct2point(group, point, encoded, bytes, NULL) == 1)
        return point;
    EC_POINT_free(point);
    return NULL;
}

int peer_in_subgroup(const EC_GROUP *group, const EC_POINT *point)
{
    EC_POINT *multiple = EC_POINT_new(group);
    int is = !EC_POINT_is_at_infinity(group, point) &&
             EC_POINT_mul(group, multiple, NULL, point, EC_GROUP_get0_order(group), NULL) == 1 &&
             EC_POINT_is_at_infinity(group, multiple);
    EC_POINT_free(multiple);
    return is;
}

EC_KEY *peer_public_key(const EC_GROUP *group, const EC_POINT *point)
{
    EC_KEY *key = EC_KEY_new();
    EC_KEY_set_group(key, group);
    EC_KEY_set_public_key(key, point);
    return key;
}
