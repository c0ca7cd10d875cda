#include "protocol/batch/batch.h"

#include <string.h>

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

/* The equations of all entries, R = u G + v Q, each times a random z, in one (Naccache, M'Raihi, Vaudenay and Raphaeli
 * 1994; Bellare, Garay and Rabin 1998):
 *
 *   sum of z (-R) + (sum of z u) G + sum over keys (sum of z v) Q = infinity.
 *
 * If one does not hold, its z (-R + u G + v Q) is z times a generator of the subgroup, and of the values of z one at
 * most makes the sum infinity, whatever the rest adds up to. That is why every R has to be in the subgroup: z times a
 * point of order 2 is infinity for every other z. Returns whether the equation holds. */
static uint8_t holds(EC(batch) *batch, const uint8_t *octets, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    EC(multiple) *terms[2 * MC_BATCH_AT_ONCE + 1];
    mc_word of_generator[EC_SCALAR_WORDS] = {0}, z[EC_SCALAR_WORDS], product[EC_SCALAR_WORDS];
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i++)
        memset(batch->entries[i].of_owner, 0, sizeof product);
    for (size_t i = 0; i < batch->count; i++) {
        EC(batch_entry) *own = &batch->entries[i];
        EC(multi_scalar_set_short_var)(&own->of_nonce, z, octets + i * MULTI_SCALAR_SHORT_BYTES, batch->tau_modulo_n,
                                       curve);
        terms[count++] = &own->of_nonce;
        ORDER(to_form)(z, z, m);
        order_mul(product, z, own->u, m);
        order_add(of_generator, of_generator, product, m);
        order_mul(product, z, own->v, m);
        order_add(own->owner->of_owner, own->owner->of_owner, product, m);
    }
    for (size_t i = 0; i < batch->count; i++) {
        EC(batch_entry) *own = &batch->entries[i];
        if (own->owner != own)
            continue;
        EC(multi_scalar_set_scalar_var)(&own->of_key, own->of_owner, curve);
        terms[count++] = &own->of_key;
    }
    EC(multi_scalar_set_scalar_var)(&batch->of_generator, of_generator, curve);
    terms[count++] = &batch->of_generator;
    ec_projective sum;
    EC(multi_scalar_sum_var)(&sum, terms, count, curve);
    return ec_mask_infinity(&sum) & 1;
}

mc_status EC(ecdsa_verify_extended_batch)(mc_status *results, void *memory, const mc_signed_digest *signatures,
                                          size_t memory_bytes, size_t count, mc_random random, void *context,
                                          const MC_FLASH EC(curve) *curve)
{
    uint8_t octets[MC_BATCH_AT_ONCE * MULTI_SCALAR_SHORT_BYTES];
    EC(batch) *batch;
    mc_status status = EC(batch_in)(&batch, memory, memory_bytes, results, signatures, count, curve);
    if (status != MC_OK)
        return status;
    status = count ? EC(check_source)(random, context) : MC_OK;
    for (size_t done = 0; done < count && status == MC_OK; done += MC_BATCH_AT_ONCE) {
        const size_t some = count - done < MC_BATCH_AT_ONCE ? count - done : MC_BATCH_AT_ONCE;
        EC(batch_decode)(batch, results + done, signatures + done, some, BATCH_EXTENDED, curve);
        EC(batch_tables_var)(batch, 1, curve);
        if (random(context, octets, some * MULTI_SCALAR_SHORT_BYTES) != 0)
            status = MC_ERROR_RANDOM;
        else if (batch->count == 1 || !holds(batch, octets, curve))
            EC(batch_verify_each)(batch, 1, curve);
    }
    if (status != MC_OK) {
        EC(batch_fail)(results, count, status);
        return status;
    }
    return EC(batch_status)(results, count);
}

#endif
