/* Points of one group as bytes, included by g1.c and g2.c: the format of Zcash, which all users of BLS12-381 share
 * (draft-irtf-cfrg-pairing-friendly-curves-11, appendix C). Besides what group_law.h needs, these define
 *
 *   EL_BYTES                            bytes of an element
 *   el_to_octets(octets, a)             an element, big-endian, of F_p2 first the coefficient of u
 *   el_from_octets(r, octets)           from there; a mask, ~0 if every coefficient is below p
 *   el_sqrt(r, a)                       a root; ~0 if a is a square
 *   el_mask_large(a)                    ~0 if a > -a, by the bytes */

#define POINT_COMPRESSED 0x80
#define POINT_INFINITY   0x40
#define POINT_LARGE_Y    0x20
#define POINT_FLAGS      0xe0

void G(encode)(uint8_t *octets, const point *a, uint8_t compressed)
{
    affine p;
    G(to_affine)(&p, a);
    el_to_octets(octets, &p.x); /* zeros at infinity */
    if (!compressed)
        el_to_octets(octets + EL_BYTES, &p.y);
    const mc_word large = el_mask_large(&p.y) & (mc_word)~p.is_infinity;
    octets[0] |= (uint8_t)(p.is_infinity & POINT_INFINITY);
    if (compressed)
        octets[0] |= (uint8_t)(POINT_COMPRESSED | (large & POINT_LARGE_Y));
    mc_wipe(&p, sizeof p);
}

/* The flags against the length and one another, and infinity's bytes. */
static mc_status check_flags(const uint8_t *octets, size_t bytes)
{
    if (bytes != EL_BYTES && bytes != 2 * EL_BYTES)
        return MC_ERROR_LENGTH;
    const uint8_t flags = octets[0] & POINT_FLAGS, is_compressed = (flags & POINT_COMPRESSED) != 0;
    if (is_compressed != (bytes == EL_BYTES))
        return MC_ERROR_ENCODING;
    if (flags & POINT_LARGE_Y && (!is_compressed || flags & POINT_INFINITY))
        return MC_ERROR_ENCODING;
    uint8_t any = octets[0] & (uint8_t)~POINT_FLAGS;
    for (size_t i = 1; i < bytes; i++)
        any |= octets[i];
    return flags & POINT_INFINITY && any ? MC_ERROR_ENCODING : MC_OK;
}

/* The affine point of the curve, which may be outside the group. */
static mc_status read_coordinates(affine *r, const uint8_t *octets, size_t bytes)
{
    uint8_t x[EL_BYTES];
    memcpy(x, octets, sizeof x);
    x[0] &= (uint8_t)~POINT_FLAGS;
    r->is_infinity = 0;
    if (!el_from_octets(&r->x, x))
        return MC_ERROR_COORDINATE_RANGE;
    if (bytes == 2 * EL_BYTES) {
        if (!el_from_octets(&r->y, octets + EL_BYTES))
            return MC_ERROR_COORDINATE_RANGE;
        return G(mask_on_curve)(r) ? MC_OK : MC_ERROR_NOT_ON_CURVE;
    }
    element cube, negative;
    curve_right(&cube, &r->x);
    if (!el_sqrt(&r->y, &cube))
        return MC_ERROR_NOT_ON_CURVE;
    const mc_word wanted = octets[0] & POINT_LARGE_Y ? (mc_word) ~(mc_word)0 : 0;
    el_neg(&negative, &r->y);
    el_select(&r->y, &negative, el_mask_large(&r->y) ^ wanted);
    return MC_OK;
}

mc_status G(decode)(affine *r, const uint8_t *octets, size_t bytes, uint8_t may_be_infinity)
{
    point p;
    mc_status status = check_flags(octets, bytes);
    if (status == MC_OK && octets[0] & POINT_INFINITY) {
        memset(r, 0, sizeof *r);
        r->is_infinity = (mc_word) ~(mc_word)0;
        if (may_be_infinity)
            return MC_OK;
        status = MC_ERROR_INFINITY;
    }
    if (status == MC_OK)
        status = read_coordinates(r, octets, bytes);
    if (status == MC_OK) {
        G(from_affine)(&p, r);
        status = G(is_in_group)(&p) ? MC_OK : MC_ERROR_SUBGROUP;
    }
    if (status != MC_OK)
        mc_wipe(r, sizeof *r);
    return status;
}
