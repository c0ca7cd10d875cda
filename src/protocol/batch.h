/* What the verifications of many signatures share. */
#ifndef MC_PROTOCOL_BATCH_H
#define MC_PROTOCOL_BATCH_H

#include "motecurve/batch.h"
#include "protocol/protocol.h"
#include "scalar/multi_scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

/* A well-formed signature. The first of those with one key holds the key's table and is the owner of it. */
typedef struct EC(batch_entry) {
    struct EC(batch_entry) *owner;
    const mc_signed_digest *from;
    mc_status *result;
    EC(affine) key_table[MULTI_SCALAR_TABLE_POINTS], nonce_table[MULTI_SCALAR_TABLE_POINTS];
    EC(multiple) of_key, of_nonce;
    mc_word r[EC_SCALAR_WORDS];
    mc_word u[EC_SCALAR_WORDS], v[EC_SCALAR_WORDS]; /* e and s; then e / s and r / s mod n */
    mc_word of_owner[EC_SCALAR_WORDS];              /* factor of the key in the sum of the equations */
} EC(batch_entry);

/* The caller's memory. In the table of an entry's nonce the first point is -R, for extended signatures. */
typedef struct {
    EC(affine) generator_table[MULTI_SCALAR_TABLE_POINTS];
    EC(multiple) of_generator;
    mc_word tau_modulo_n[EC_SCALAR_WORDS];
    size_t count;
    EC(batch_entry) entries[]; /* up to MC_BATCH_AT_ONCE */
} EC(batch);

/* protocol/batch.c: prepares up to MC_BATCH_AT_ONCE signatures: results, entries for those without an error, u and v,
 * tables of keys, and for extended ones of nonces. */
void EC(batch_begin)(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                     uint8_t is_extended, const MC_FLASH EC(curve) *curve);
/* protocol/batch.c: the memory, aligned; null, and every result set to MC_ERROR_LENGTH, if it is too small. */
EC(batch) *EC(batch_in)(void *memory, size_t memory_bytes, mc_status *results, size_t count,
                        const MC_FLASH EC(curve) *curve);
/* protocol/batch_verify.c: the result of each entry by its own equation. */
void EC(batch_verify_each)(EC(batch) *batch, uint8_t is_extended, const MC_FLASH EC(curve) *curve);
/* protocol/batch.c: MC_OK if all results are; every result becomes `status`. */
mc_status EC(batch_status)(const mc_status *results, size_t count);
void EC(batch_fail)(mc_status *results, size_t count, mc_status status);

#endif
#endif
