/* EdDSA signatures in one equation (motecurve/batch.h). */
#include <string.h>

#include "protocol/batch/common.h"
#include "protocol/eddsa/ed.h"
#include "scalar/multi/multi_scalar.h"

#if FIELD_HAS_EDDSA_CURVES && !defined(MC_SINGLE_CURVE)

_Static_assert(2 * MC_BATCH_AT_ONCE <= EDWARDS_DECODED_AT_ONCE, "all keys and nonce points at once");

/* A signature with S in range. The first of those with one key holds the key's table and is the owner of it. */
typedef struct ed_entry {
    struct ed_entry *owner;
    const mc_signed_message *from;
    mc_status *result;
    mc_status key_status, nonce_status;
    EC(affine) key_table[MULTI_SCALAR_TABLE_POINTS], nonce_table[MULTI_SCALAR_TABLE_POINTS];
    EC(multiple) of_key, of_nonce;
    mc_word s[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS]; /* S and k; then z S and z k mod n */
    mc_word of_owner[EC_SCALAR_WORDS];              /* factor of the key in the sum of the equations */
    uint8_t is_summed;                              /* whether the key's multiple is in the sum */
} ed_entry;

/* The caller's memory. Live entries are those whose points exist. */
typedef struct {
    EC(affine) generator_table[MULTI_SCALAR_TABLE_POINTS]; /* of curves without one in flash */
    EC(multiple) of_generator;
    size_t count, live_count;
    ed_entry *live[MC_BATCH_AT_ONCE];
    ed_entry entries[]; /* up to MC_BATCH_AT_ONCE */
} ed_batch;

#define ED_BATCH_ALIGNMENT _Alignof(ed_batch)

static size_t ed_batch_bytes_for(size_t count)
{
    const size_t entries = count < MC_BATCH_AT_ONCE ? count : MC_BATCH_AT_ONCE;
    return sizeof(ed_batch) + entries * sizeof(ed_entry) + ED_BATCH_ALIGNMENT - 1;
}

mc_status EC(ed_eddsa_batch_bytes)(size_t *bytes, size_t count, const MC_FLASH EC(curve) *curve)
{
    (void)curve;
    *bytes = ed_batch_bytes_for(count);
    return MC_OK;
}

static uint8_t ed_reads_outputs(const mc_batch_outputs *outputs, const mc_signed_message *signatures)
{
    uint8_t any = mc_batch_overlaps(outputs, signatures, outputs->count * sizeof *signatures);
    for (size_t i = 0; i < outputs->count && !any; i++) {
        const mc_signed_message *own = &signatures[i];
        any = mc_batch_overlaps(outputs, own->signature, own->signature_bytes) ||
              mc_batch_overlaps(outputs, own->public_key, own->public_key_bytes) ||
              mc_batch_overlaps(outputs, own->message, own->message_bytes) ||
              mc_batch_overlaps(outputs, own->context, own->context_bytes);
    }
    return any;
}

static ed_message ed_message_of(const mc_signed_message *from)
{
    return (ed_message){.context = from->context,
                        .context_bytes = from->context_bytes,
                        .octets = from->message,
                        .bytes = from->message_bytes,
                        .is_digest = from->is_digest != 0};
}

/* The first entry with the key of `own`, which may be itself. */
static ed_entry *ed_owner_of(ed_batch *batch, const ed_entry *own)
{
    ed_entry *other = batch->entries;
    while (other != own && memcmp(other->from->public_key, own->from->public_key, ED_BYTES) != 0)
        other++;
    return other;
}

/* The errors that the points and the equation do not decide. */
static mc_status ed_decode_scalar(ed_entry *own, const MC_FLASH EC(curve) *curve)
{
    const ed_message message = ed_message_of(own->from);
    if (own->from->signature_bytes != ED_SIGNATURE_BYTES || own->from->public_key_bytes != ED_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(ed_check)(&message);
    return status == MC_OK ? EC(ed_decode_signature)(own->s, own->from->signature, curve) : status;
}

/* First points of the tables of all entries, and their statuses. */
static void ed_decode_points(ed_batch *batch, const MC_FLASH EC(curve) *curve)
{
    EC(affine) *points[2 * MC_BATCH_AT_ONCE];
    const uint8_t *octets[2 * MC_BATCH_AT_ONCE];
    mc_status statuses[2 * MC_BATCH_AT_ONCE];
    uint8_t count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        ed_entry *own = &batch->entries[i];
        points[count] = own->nonce_table;
        octets[count++] = own->from->signature;
        if (own->owner == own) {
            points[count] = own->key_table;
            octets[count++] = own->from->public_key;
        }
    }
    EC(edwards_decode_each_var)(points, statuses, octets, count, curve);
    count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        ed_entry *own = &batch->entries[i];
        own->nonce_status = statuses[count++];
        if (own->owner != own)
            continue;
        own->key_status = statuses[count++];
        if (own->key_status == MC_OK)
            own->key_status = EC(ed_check_key)(own->key_table, curve);
    }
}

/* Lists the live entries, and gives the others the results that single verification has for them. */
static void ed_choose_live(ed_batch *batch)
{
    batch->live_count = 0;
    for (size_t i = 0; i < batch->count; i++) {
        ed_entry *own = &batch->entries[i];
        *own->result = own->owner->key_status;
        if (*own->result == MC_OK && own->nonce_status != MC_OK)
            *own->result = MC_ERROR_SIGNATURE;
        if (*own->result == MC_OK)
            batch->live[batch->live_count++] = own;
    }
}

static void ed_make_tables(ed_batch *batch, const MC_FLASH EC(curve) *curve)
{
    EC(affine) *tables[2 * MC_BATCH_AT_ONCE];
    size_t count = 0;
    for (size_t i = 0; i < batch->live_count; i++) {
        ed_entry *own = batch->live[i], *owner = own->owner;
        EC(multi_scalar_set_table)(&own->of_nonce, own->nonce_table);
        tables[count++] = own->nonce_table;
        if (!owner->of_key.table) {
            EC(multi_scalar_set_table)(&owner->of_key, owner->key_table);
            tables[count++] = owner->key_table;
        }
    }
    EC(multi_scalar_tables_var)(tables, count, curve);
}

static void ed_decode(ed_batch *batch, mc_status *results, const mc_signed_message *signatures, size_t count,
                      const MC_FLASH EC(curve) *curve)
{
    batch->count = 0;
    for (size_t i = 0; i < count; i++) {
        ed_entry *own = &batch->entries[batch->count];
        own->from = &signatures[i];
        own->result = &results[i];
        own->of_key.table = NULL;
        results[i] = ed_decode_scalar(own, curve);
        if (results[i] != MC_OK)
            continue;
        own->owner = ed_owner_of(batch, own);
        batch->count++;
    }
    ed_decode_points(batch, curve);
    ed_choose_live(batch);
}

/* z S, z k and the digits of z, for the random z of each live entry. */
static void ed_multiply_random(ed_batch *batch, const uint8_t *octets, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_word z[EC_SCALAR_WORDS];
    for (size_t i = 0; i < batch->live_count; i++) {
        ed_entry *own = batch->live[i];
        const ed_message message = ed_message_of(own->from);
        (void)EC(ed_hash_message)(own->k, own->from->signature, own->from->public_key, &message, curve); /* no reader */
        EC(multi_scalar_set_short_var)(&own->of_nonce, z, octets + i * MULTI_SCALAR_SHORT_BYTES, NULL, curve);
        ORDER(to_form)(z, z, m);
        order_mul(own->s, own->s, z, m);
        order_mul(own->k, own->k, z, m);
    }
}

/* The equations of some live entries, R + k A - S G = 0, each times its z, in one (Naccache, M'Raihi, Vaudenay and
 * Raphaeli 1994; Bernstein, Duif, Lange, Schwabe and Yang 2011, 5), times the cofactor h:
 *
 *   h (sum of z R + sum over keys (sum of z k) A - (sum of z S) G) = 0.
 *
 * h times an equation that does not hold is a point of the prime order n, and one z at most modulo n makes it cancel
 * the rest, whatever that is. Without h, errors of small order would cancel once in 8 or oftener. z k is taken modulo
 * n: of A that changes only the part of small order. */
static uint8_t ed_holds(void *memory, size_t first, size_t count, const void *parameters)
{
    ed_batch *batch = memory;
    const MC_FLASH EC(curve) *curve = parameters;
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    EC(multiple) *terms[2 * MC_BATCH_AT_ONCE + 1];
    mc_word of_generator[EC_SCALAR_WORDS] = {0};
    size_t terms_count = 0;
    ed_entry **live = batch->live + first;
    for (size_t i = 0; i < count; i++) {
        memset(live[i]->owner->of_owner, 0, sizeof live[i]->of_owner);
        live[i]->owner->is_summed = 0;
    }
    for (size_t i = 0; i < count; i++) {
        ed_entry *owner = live[i]->owner;
        terms[terms_count++] = &live[i]->of_nonce;
        order_add(of_generator, of_generator, live[i]->s, m);
        order_add(owner->of_owner, owner->of_owner, live[i]->k, m);
    }
    for (size_t i = 0; i < count; i++) {
        ed_entry *owner = live[i]->owner;
        if (owner->is_summed)
            continue;
        owner->is_summed = 1;
        EC(multi_scalar_set_scalar_var)(&owner->of_key, owner->of_owner, curve);
        terms[terms_count++] = &owner->of_key;
    }
    ORDER(neg)(of_generator, of_generator, m);
    EC(multi_scalar_set_scalar_var)(&batch->of_generator, of_generator, curve);
    terms[terms_count++] = &batch->of_generator;
    ec_projective sum;
    EC(multi_scalar_sum_var)(&sum, terms, terms_count, curve);
    return EC(ed_mask_small_order)(&sum, curve) & 1;
}

static mc_status ed_verify_alone(const mc_signed_message *from, const MC_FLASH EC(curve) *curve)
{
    const ed_message message = ed_message_of(from);
    return EC(ed_verify_as)(from->signature, from->public_key, from->signature_bytes, from->public_key_bytes, &message,
                            curve);
}

static void ed_verify_each(void *memory, size_t first, size_t count, const void *parameters)
{
    const ed_batch *batch = memory;
    for (size_t i = first; i < first + count; i++)
        *batch->live[i]->result = ed_verify_alone(batch->live[i]->from, parameters);
}

static const mc_batch_judge ed_judge = {ed_holds, ed_verify_each};

static ed_batch *ed_begin(void *memory, const MC_FLASH EC(curve) *curve)
{
    ed_batch *batch = (void *)(((uintptr_t)memory + ED_BATCH_ALIGNMENT - 1) / ED_BATCH_ALIGNMENT * ED_BATCH_ALIGNMENT);
    EC(affine) *table = batch->generator_table;
    if (!EC(multi_scalar_set_generator)(&batch->of_generator, curve)) {
        EC(affine_generator)(table, curve);
        EC(multi_scalar_tables_var)(&table, 1, curve);
        EC(multi_scalar_set_table)(&batch->of_generator, table);
    }
    return batch;
}

mc_status EC(ed_eddsa_verify_batch)(mc_status *results, void *memory, const mc_signed_message *signatures,
                                    size_t memory_bytes, size_t count, mc_random random, void *context,
                                    const MC_FLASH EC(curve) *curve)
{
    uint8_t octets[MC_BATCH_AT_ONCE * MULTI_SCALAR_SHORT_BYTES];
    const mc_batch_outputs outputs = {memory, memory_bytes, results, count};
    if (mc_octets_overlap(memory, memory_bytes, results, count * sizeof *results) ||
        ed_reads_outputs(&outputs, signatures))
        return MC_ERROR_OVERLAP;
    mc_status status = memory_bytes < ed_batch_bytes_for(count) ? MC_ERROR_LENGTH : MC_OK;
    if (status == MC_OK && count)
        status = EC(check_source)(random, context);
    ed_batch *batch = status == MC_OK && count ? ed_begin(memory, curve) : NULL;
    for (size_t done = 0; done < count && status == MC_OK; done += MC_BATCH_AT_ONCE) {
        const size_t some = count - done < MC_BATCH_AT_ONCE ? count - done : MC_BATCH_AT_ONCE;
        if (some == 1) {
            results[done] = ed_verify_alone(&signatures[done], curve);
            continue;
        }
        ed_decode(batch, results + done, signatures + done, some, curve);
        if (random(context, octets, some * MULTI_SCALAR_SHORT_BYTES) != 0) {
            status = MC_ERROR_RANDOM;
        } else {
            ed_make_tables(batch, curve);
            ed_multiply_random(batch, octets, curve);
            mc_batch_judge_all(&ed_judge, batch, batch->live_count, curve);
        }
    }
    if (status != MC_OK) {
        mc_batch_fail(results, count, status);
        return status;
    }
    return mc_batch_status(results, count);
}

#endif
