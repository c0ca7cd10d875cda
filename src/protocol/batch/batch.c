#include "protocol/batch/batch.h"

#include <string.h>

#include "encoding/encoding.h"
#include "protocol/batch/extension.h"

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

#define ALIGNMENT _Alignof(EC(batch))

static size_t bytes_for(size_t count)
{
    const size_t entries = count < MC_BATCH_AT_ONCE ? count : MC_BATCH_AT_ONCE;
    return sizeof(EC(batch)) + entries * sizeof(EC(batch_entry)) + ALIGNMENT - 1;
}

mc_status EC(ecdsa_batch_bytes)(size_t *bytes, size_t count, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    *bytes = bytes_for(count);
    return MC_OK;
}

static uint8_t reads_outputs(const mc_batch_outputs *outputs, const mc_signed_digest *signatures)
{
    uint8_t any = mc_batch_overlaps(outputs, signatures, outputs->count * sizeof *signatures);
    for (size_t i = 0; i < outputs->count && !any; i++) {
        const mc_signed_digest *own = &signatures[i];
        any = mc_batch_overlaps(outputs, own->signature, own->signature_bytes) ||
              mc_batch_overlaps(outputs, own->public_key, own->public_key_bytes) ||
              mc_batch_overlaps(outputs, own->digest, own->digest_bytes);
    }
    return any;
}

mc_status EC(batch_in)(EC(batch) **batch, void *memory, size_t memory_bytes, mc_status *results,
                       const mc_signed_digest *signatures, size_t count, const MC_FLASH EC(curve) *curve)
{
    const mc_batch_outputs outputs = {memory, memory_bytes, results, count};
    if (mc_octets_overlap(memory, memory_bytes, results, count * sizeof *results) ||
        reads_outputs(&outputs, signatures))
        return MC_ERROR_OVERLAP;
    if (memory_bytes < bytes_for(count)) {
        mc_batch_fail(results, count, MC_ERROR_LENGTH);
        return MC_ERROR_LENGTH;
    }
    EC(batch) *in = (void *)(((uintptr_t)memory + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    (void)EC(multi_scalar_set_generator)(&in->of_generator, curve);
#if BATCH_HAS_WIDE
    in->wide_state = BATCH_NOT_TRIED;
#endif
    EC(multi_scalar_tau)(in->tau_modulo_n, curve);
    *batch = in;
    return MC_OK;
}

/* The first entry with the key of `own`, which may be itself. */
static EC(batch_entry) *owner_of(EC(batch) *batch, EC(batch_entry) *own)
{
    EC(batch_entry) *other = batch->entries;
    const size_t bytes = own->from->public_key_bytes;
    while (other != own &&
           (other->from->public_key_bytes != bytes || memcmp(other->from->public_key, own->from->public_key, bytes)))
        other++;
    return other->owner;
}

/* An entry of the signature, whose errors are those of mc_ecdsa_verify_digest, in that order. */
static mc_status decode_entry(EC(batch) *batch, EC(batch_entry) *own, EC(batch_kind) kind,
                              const MC_FLASH EC(curve) *curve)
{
    const mc_signed_digest *from = own->from;
    const uint8_t is_extended = kind == BATCH_EXTENDED;
    const size_t extension = is_extended ? EC(extension_bytes)(curve) : 0, bytes = 2 * EC_SCALAR_BYTES(curve);
    if (from->signature_bytes != bytes + extension)
        return MC_ERROR_LENGTH;
    mc_status status = EC(ecdsa_signature_decode)(own->r, own->v, from->signature, bytes, curve);
    if (status == MC_OK)
        status = EC(digest_decode)(own->u, from->digest, from->digest_bytes, curve);
    own->owner = own;
    if (status == MC_OK)
        own->owner = owner_of(batch, own);
    if (status == MC_OK && own->owner == own)
        status = EC(affine_decode)(&own->key_table[0], from->public_key, from->public_key_bytes);
    if (status == MC_OK && own->owner == own && kind != BATCH_STANDARD_KEYS_LATER)
        status = EC(affine_validate)(&own->key_table[0], curve);
    if (status == MC_OK && is_extended)
        status = EC(extension_decode)(&own->nonce_table[0], from->signature + bytes, own->r, curve);
    return status;
}

/* u = e / s and v = r / s for all, with one inversion (Montgomery 1987): of_owner[i] has the product of s up to i. */
static void divide_each(EC(batch) *batch, const MC_FLASH ORDER(modulus) *m)
{
    mc_word inverse[EC_SCALAR_WORDS], own[EC_SCALAR_WORDS];
    EC(batch_entry) *entries = batch->entries;
    for (size_t i = 0; i < batch->count; i++) {
        ORDER(to_form)(entries[i].v, entries[i].v, m);
        if (i)
            order_mul(entries[i].of_owner, entries[i - 1].of_owner, entries[i].v, m);
        else
            memcpy(entries[i].of_owner, entries[i].v, sizeof entries[i].v);
    }
    order_inv(inverse, entries[batch->count - 1].of_owner, m);
    for (size_t i = batch->count; i--;) {
        if (i)
            order_mul(own, inverse, entries[i - 1].of_owner, m);
        else
            memcpy(own, inverse, sizeof own);
        order_mul(inverse, inverse, entries[i].v, m);
        order_mul(entries[i].u, entries[i].u, own, m);
        order_mul(entries[i].v, entries[i].r, own, m);
    }
}

void EC(batch_decode)(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                      EC(batch_kind) kind, const MC_FLASH EC(curve) *curve)
{
    batch->count = 0;
    for (size_t i = 0; i < count; i++) {
        EC(batch_entry) *own = &batch->entries[batch->count];
        own->from = &signatures[i];
        own->result = &results[i];
        results[i] = decode_entry(batch, own, kind, curve);
        if (results[i] == MC_OK)
            batch->count++;
    }
    if (batch->count)
        divide_each(batch, EC_CURVE_MODULUS(curve));
}

void EC(batch_tables_var)(EC(batch) *batch, uint8_t is_extended, const MC_FLASH EC(curve) *curve)
{
    EC(affine) *tables[2 * MC_BATCH_AT_ONCE];
    size_t tables_count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        EC(batch_entry) *own = &batch->entries[i];
        EC(multi_scalar_set_table)(&own->of_key, own->owner->key_table);
        EC(multi_scalar_set_table)(&own->of_nonce, own->nonce_table);
        if (own->owner == own)
            tables[tables_count++] = own->key_table;
        if (is_extended)
            tables[tables_count++] = own->nonce_table;
    }
    EC(multi_scalar_tables_var)(tables, tables_count, curve);
}

#endif
