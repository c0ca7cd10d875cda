/* What the schemes of motecurve/pairing/ibe.h need of a group with a pairing: ibe/tate/ and ibe/bls12/ have it, over
 * bytes, so that ibe/once/ is compiled once for all groups.
 *
 * A group has two sides, G1 and G2, which are one and the same in type 1. Points are of side 0 or 1 of `sides`. */
#ifndef MC_IBE_GROUP_H
#define MC_IBE_GROUP_H

#include "motecurve/hash.h"
#include "motecurve/pairing/ibe.h"
#include "word/word.h"

/* The longest of all groups. A build of shorter ones may define less, an image in its configuration: its calls then
 * take less stack. */
#ifdef MC_IBE_ORDER_MAX_BYTES
#define IBE_ORDER_MAX_BYTES MC_IBE_ORDER_MAX_BYTES
#define IBE_POINT_MAX_BYTES MC_IBE_POINT_MAX_BYTES
#endif
#ifndef IBE_ORDER_MAX_BYTES
#define IBE_ORDER_MAX_BYTES 32
#endif
#ifndef IBE_POINT_MAX_BYTES
#define IBE_POINT_MAX_BYTES 193
#endif

/* What shows although it comes from a secret: whether there is an error. A test that follows secrets defines it, to
 * tell these from others. */
#ifndef IBE_PUBLIC
#define IBE_PUBLIC(x) (x)
#endif

/* addend + multiplier base. The base is `base`; where that is null the identity's point for the use; where that is 0
 * the generator. Without a multiplier it is 1, without an addend infinity. Encoded points are checked in full. */
typedef struct {
    const uint8_t *addend, *base; /* encoded */
    const uint8_t *multiplier;    /* below the order */
    const uint8_t *identity;
    size_t identity_bytes;
    uint8_t use;
} ibe_point;

/* Functions are constant time in encoded points, but for their flags and for errors, and in multipliers. Infinity is
 * MC_ERROR_INFINITY in every result. They overwrite on hosts what they left on the stack. */
struct mc_ibe_group {
    const char *name;
    uint8_t number, sides, order_bytes;
    uint8_t point_bytes[2]; /* of each side; 0 for one that is not there */
    /* The order of the groups, in order_bytes. */
    void (*order)(uint8_t *octets);
    mc_status (*write)(uint8_t *octets, const ibe_point *point, uint8_t side);
    /* SHA-256 of the bytes of e(P, Q)^exponent, for P of side 0 and Q of side 1; null: 1. */
    mc_status (*pair)(uint8_t digest[MC_SHA256_BYTES], const ibe_point *p, const ibe_point *q, const uint8_t *exponent);
    /* Whether e(P, Q) = e(P', Q'), 1 or 0, for P, Q, P', Q' of sides 0, 1, 0, 1. */
    mc_status (*is_equal)(uint8_t *is_equal, const ibe_point points[4]);
};

/* The domain separation tag of the hash to a side: 18 letters, then the use, the side and the group's number. */
#define IBE_TAG_BYTES 21
MC_INLINE void ibe_tag(uint8_t tag[IBE_TAG_BYTES], uint8_t use, uint8_t side, uint8_t number)
{
    static const MC_FLASH char letters[] = "MOTECURVE-IBE-V01-";
    for (uint8_t i = 0; i < IBE_TAG_BYTES - 3; i++)
        tag[i] = (uint8_t)letters[i];
    tag[IBE_TAG_BYTES - 3] = use == MC_IBE_FOR_ENCRYPTION ? 'E' : use == MC_IBE_FOR_SIGNATURES ? 'S' : 'A';
    tag[IBE_TAG_BYTES - 2] = (uint8_t)('1' + side);
    tag[IBE_TAG_BYTES - 1] = (uint8_t)('0' + number);
}

#endif
