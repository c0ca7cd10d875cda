/* Points of one side, included by ibe_bls12.c for each, which defines
 *
 *   G(name)      g1_name or g2_name
 *   SIDE         0 or 1
 *   SIDE_BYTES   bytes of a compressed point */

MC_NOINLINE mc_status G(add_encoded)(G(point) * r, const uint8_t *encoded)
{
    G(affine) a;
    G(point) p;
    const mc_status status = (mc_status)IBE_PUBLIC(G(decode)(&a, encoded, SIDE_BYTES, 0));
    if (status == MC_OK) {
        G(from_affine)(&p, &a);
        G(add)(r, r, &p);
    }
    mc_wipe(&a, sizeof a);
    mc_wipe(&p, sizeof p);
    return status;
}

/* The base of the point that `from` tells. */
MC_NOINLINE mc_status G(load_base)(G(point) * r, const ibe_point *from)
{
    uint8_t tag[IBE_TAG_BYTES];
    G(affine) a;
    mc_status status = MC_OK;
    if (from->use && !from->base) {
        ibe_tag(tag, from->use, SIDE, IBE_NUMBER);
        const mc_message message = {
            .pieces = {{from->identity, from->identity_bytes}}, .domain = tag, .domain_bytes = sizeof tag};
        return G(hash)(r, &message, 1);
    }
    if (from->base)
        status = (mc_status)IBE_PUBLIC(G(decode)(&a, from->base, SIDE_BYTES, 0));
    else
        G(set_generator)(&a);
    if (status == MC_OK)
        G(from_affine)(r, &a);
    mc_wipe(&a, sizeof a);
    return status;
}

/* That point. */
MC_NOINLINE mc_status G(load)(G(affine) * r, const ibe_point *from)
{
    G(point) p;
    mc_word k[BLS12_SCALAR_WORDS];
    if (from->base && !from->multiplier && !from->addend) /* without an inversion */
        return (mc_status)IBE_PUBLIC(G(decode)(r, from->base, SIDE_BYTES, 0));
    mc_status status = G(load_base)(&p, from);
    if (status == MC_OK && from->multiplier) {
        mc_words_from_octets(k, BLS12_SCALAR_WORDS, from->multiplier, ORDER_BYTES);
        G(multiply)(&p, k, &p);
        mc_wipe(k, sizeof k);
    }
    if (status == MC_OK && from->addend)
        status = G(add_encoded)(&p, from->addend);
    if (status == MC_OK) {
        G(to_affine)(r, &p);
        status = IBE_PUBLIC(r->is_infinity) ? MC_ERROR_INFINITY : MC_OK;
    }
    mc_wipe(&p, sizeof p);
    return status;
}

MC_NOINLINE mc_status G(write)(uint8_t *octets, const ibe_point *from)
{
    G(affine) a;
    G(point) p;
    const mc_status status = G(load)(&a, from);
    if (status == MC_OK) {
        G(from_affine)(&p, &a);
        G(encode)(octets, &p, 1);
    }
    mc_wipe(&a, sizeof a);
    mc_wipe(&p, sizeof p);
    return status;
}
