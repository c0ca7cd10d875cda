/* Standard signatures four side by side, for processors with VPCLMULQDQ and AVX-512: a part of
 * batch_verify_standard.c. */
#ifndef MC_BATCH_WIDE_H
#define MC_BATCH_WIDE_H

#include "curve/binary/fb_wide.h"
#include "protocol/batch/batch.h"

#define LEAST_SIGNATURES 3 /* for which that is faster */

_Static_assert(WIDE_PAIRS_AT_ONCE >= MC_BATCH_AT_ONCE, "sums of all entries at once");

/* An entry's result where the sum was not found: by itself, with additions for all cases. */
static inline mc_status verify_alone(const mc_signed_digest *from, const MC_FLASH EC(curve) *curve)
{
    return EC(ecdsa_verify_digest)(from->signature, from->public_key, from->digest, from->signature_bytes,
                                   from->public_key_bytes, from->digest_bytes, curve);
}

/* The tables of all keys, which are validated. own->key_made: whether the entry, the first with its key, has it. A
 * valid key has: its order is above 15 and above the norms of the tau-adic digits (scalar/multi/multi_scalar.c). */
static inline void prepare_keys(EC(batch) *batch, const MC_FLASH EC(curve) *curve)
{
    EC(affine_slope) *tables[MC_BATCH_AT_ONCE] = {0};
    const EC(affine) *points[MC_BATCH_AT_ONCE] = {0};
    EC(batch_entry) *owners[MC_BATCH_AT_ONCE];
    mc_status statuses[MC_BATCH_AT_ONCE];
    uint8_t made[MC_BATCH_AT_ONCE];
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        EC(batch_entry) *own = &batch->entries[i];
        if (own->owner != own)
            continue;
        tables[count] = own->key_slopes;
        points[count] = &own->key_table[0];
        owners[count++] = own;
    }
    EC(affine_validate_each_vpclmul_var)(statuses, points, count, curve);
    EC(wide_tables_vpclmul_var)(tables, made, points, count, curve);
    for (size_t i = 0; i < count; i++) {
        owners[i]->key_status = statuses[i];
        owners[i]->key_made = made[i];
    }
}

/* Entries with a key that is not valid are computed with the others, whatever that gives. */
static inline void verify_entries(EC(batch) *batch, const MC_FLASH EC(curve) *curve)
{
    uint8_t found[MC_BATCH_AT_ONCE];
    EC(wide_pair) pairs[MC_BATCH_AT_ONCE];
    mc_word x[MC_BATCH_AT_ONCE][EC_WORDS], r[EC_SCALAR_WORDS];
    prepare_keys(batch, curve);
    for (size_t i = 0; i < batch->count; i++) {
        const EC(batch_entry) *own = &batch->entries[i];
        pairs[i] = (EC(wide_pair)){own->u, own->v, own->owner->key_slopes};
    }
    EC(wide_sums_vpclmul_var)(x, found, pairs, batch->count, &batch->wide_generator, curve);
    for (size_t i = 0; i < batch->count; i++) {
        const EC(batch_entry) *own = &batch->entries[i];
        if (own->owner->key_status != MC_OK) {
            *own->result = own->owner->key_status;
        } else if (!found[i] || !own->owner->key_made) {
            *own->result = verify_alone(own->from, curve);
        } else {
            EC(x_mod_order)(r, x[i], curve);
            *own->result = ORDER(mask_equal)(r, own->r) ? MC_OK : MC_ERROR_SIGNATURE;
        }
    }
}

static void verify_vpclmul_var(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                               const MC_FLASH EC(curve) *curve)
{
    if (count >= LEAST_SIGNATURES && batch->wide_state == BATCH_NOT_TRIED)
        batch->wide_state = EC(wide_generator_vpclmul_var)(&batch->wide_generator, curve) ? BATCH_WIDE : BATCH_NOT_WIDE;
    if (count >= LEAST_SIGNATURES && batch->wide_state == BATCH_WIDE) {
        EC(batch_decode)(batch, results, signatures, count, BATCH_STANDARD_KEYS_LATER, curve);
        verify_entries(batch, curve);
    } else {
        verify_one_by_one(batch, results, signatures, count, curve);
    }
}

#endif
