#include "protocol/batch/batch.h"

#include <string.h>

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

/* The random z of each entry from its bytes, and its digits. */
static void multiply_random(EC(batch) *batch, const uint8_t *octets, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_word z[EC_SCALAR_WORDS];
    for (size_t i = 0; i < batch->count; i++) {
        EC(batch_entry) *own = &batch->entries[i];
        EC(multi_scalar_set_short_var)(&own->of_nonce, z, octets + i * MULTI_SCALAR_SHORT_BYTES, batch->tau_modulo_n,
                                       curve);
        ORDER(to_form)(own->z, z, m);
    }
}

/* The equations of some entries, R = u G + v Q, each times a random z, in one (Naccache, M'Raihi, Vaudenay and
 * Raphaeli 1994; Bellare, Garay and Rabin 1998):
 *
 *   sum of z (-R) + (sum of z u) G + sum over keys (sum of z v) Q = infinity.
 *
 * If one does not hold, its z (-R + u G + v Q) is z times a generator of the subgroup, and of the values of z one at
 * most makes the sum infinity, whatever the rest adds up to. That is why every R has to be in the subgroup: z times a
 * point of order 2 is infinity for every other z. Returns whether the equation holds. */
static uint8_t holds(void *memory, size_t first, size_t count, const void *parameters)
{
    EC(batch) *batch = memory;
    const MC_FLASH EC(curve) *curve = parameters;
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    EC(multiple) *terms[2 * MC_BATCH_AT_ONCE + 1];
    mc_word of_generator[EC_SCALAR_WORDS] = {0}, product[EC_SCALAR_WORDS];
    EC(batch_entry) *entries = batch->entries + first;
    size_t terms_count = 0;
    for (size_t i = 0; i < count; i++) {
        memset(entries[i].owner->of_owner, 0, sizeof product);
        entries[i].owner->is_summed = 0;
    }
    for (size_t i = 0; i < count; i++) {
        EC(batch_entry) *own = &entries[i];
        terms[terms_count++] = &own->of_nonce;
        order_mul(product, own->z, own->u, m);
        order_add(of_generator, of_generator, product, m);
        order_mul(product, own->z, own->v, m);
        order_add(own->owner->of_owner, own->owner->of_owner, product, m);
    }
    for (size_t i = 0; i < count; i++) {
        EC(batch_entry) *owner = entries[i].owner;
        if (owner->is_summed)
            continue;
        owner->is_summed = 1;
        EC(multi_scalar_set_scalar_var)(&owner->of_key, owner->of_owner, curve);
        terms[terms_count++] = &owner->of_key;
    }
    EC(multi_scalar_set_scalar_var)(&batch->of_generator, of_generator, curve);
    terms[terms_count++] = &batch->of_generator;
    ec_projective sum;
    EC(multi_scalar_sum_var)(&sum, terms, terms_count, curve);
    return ec_mask_infinity(&sum) & 1;
}

static void verify_each(void *memory, size_t first, size_t count, const void *parameters)
{
    EC(batch_verify_each)(memory, first, count, 1, parameters);
}

static const mc_batch_judge judge = {holds, verify_each};

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
        if (random(context, octets, some * MULTI_SCALAR_SHORT_BYTES) != 0) {
            status = MC_ERROR_RANDOM;
        } else {
            multiply_random(batch, octets, curve);
            mc_batch_judge_all(&judge, batch, batch->count, curve);
        }
    }
    if (status != MC_OK) {
        mc_batch_fail(results, count, status);
        return status;
    }
    return mc_batch_status(results, count);
}

#endif
