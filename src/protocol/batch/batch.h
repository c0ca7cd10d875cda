/* What the verifications of many signatures share. */
#ifndef MC_PROTOCOL_BATCH_H
#define MC_PROTOCOL_BATCH_H

#include "protocol/batch/common.h"
#include "protocol/protocol.h"
#include "scalar/multi/multi_scalar_wide.h"

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

/* Whether standard signatures may be verified side by side. */
#define BATCH_HAS_WIDE MULTI_SCALAR_HAS_WIDE

/* A well-formed signature. The first of those with one key holds the key's table and is the owner of it. */
typedef struct EC(batch_entry) {
    struct EC(batch_entry) *owner;
    const mc_signed_digest *from;
    mc_status *result;
    EC(affine) key_table[MULTI_SCALAR_TABLE_POINTS];
#if BATCH_HAS_WIDE
    mc_status key_status; /* of the key's validation, where it comes later */
    uint8_t key_made;     /* whether key_slopes is filled */
#endif
    union {
        EC(affine) nonce_table[MULTI_SCALAR_TABLE_POINTS]; /* extended signatures */
#if BATCH_HAS_WIDE
        EC(affine_slope) key_slopes[MULTI_SCALAR_TABLE_POINTS]; /* the key's, of signatures verified side by side */
#endif
    };
    EC(multiple) of_key, of_nonce;
    mc_word r[EC_SCALAR_WORDS];
    mc_word u[EC_SCALAR_WORDS], v[EC_SCALAR_WORDS]; /* e and s; then e / s and r / s mod n */
    mc_word z[EC_SCALAR_WORDS];                     /* extended signatures: random, in Montgomery form */
    mc_word of_owner[EC_SCALAR_WORDS];              /* factor of the key in the sum of the equations */
    uint8_t is_summed;                              /* whether the key's multiple is in the sum */
} EC(batch_entry);

/* The caller's memory. In the table of an entry's nonce the first point is -R, for extended signatures. */
typedef struct {
    EC(multiple) of_generator;
    mc_word tau_modulo_n[EC_SCALAR_WORDS];
#if BATCH_HAS_WIDE
    EC(wide_generator) wide_generator;
    enum { BATCH_NOT_TRIED, BATCH_NOT_WIDE, BATCH_WIDE } wide_state; /* of wide_generator */
#endif
    size_t count;
    EC(batch_entry) entries[]; /* up to MC_BATCH_AT_ONCE */
} EC(batch);

/* protocol/batch/batch.c: prepares up to MC_BATCH_AT_ONCE signatures: results, entries for those without an error, u
 * and v, the first points of tables. Then tables of keys and, for extended signatures, of nonces. Keys that come later
 * to be validated are only decoded. */
typedef enum { BATCH_EXTENDED, BATCH_STANDARD, BATCH_STANDARD_KEYS_LATER } EC(batch_kind);
void EC(batch_decode)(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                      EC(batch_kind) kind, const MC_FLASH EC(curve) *curve);
void EC(batch_tables_var)(EC(batch) *batch, uint8_t is_extended, const MC_FLASH EC(curve) *curve);
/* protocol/batch/batch.c: *batch = the memory, aligned. MC_ERROR_OVERLAP if results and memory are not apart from each
 * other and from the signatures; MC_ERROR_LENGTH, of every result, too, if it is too small. */
mc_status EC(batch_in)(EC(batch) **batch, void *memory, size_t memory_bytes, mc_status *results,
                       const mc_signed_digest *signatures, size_t count, const MC_FLASH EC(curve) *curve);
/* protocol/batch/batch_verify_standard.c: the results of up to MC_BATCH_AT_ONCE standard signatures. */
void EC(batch_verify_standard)(EC(batch) *batch, mc_status *results, const mc_signed_digest *signatures, size_t count,
                               const MC_FLASH EC(curve) *curve);
/* protocol/batch/batch_verify.c: the result of each entry in this range by its own equation, one after the other. */
void EC(batch_verify_each)(EC(batch) *batch, size_t first, size_t count, uint8_t is_extended,
                           const MC_FLASH EC(curve) *curve);

#endif
#endif
