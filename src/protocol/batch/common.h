/* Common to batches on all curves, and compiled once. */
#ifndef MC_PROTOCOL_BATCH_COMMON_H
#define MC_PROTOCOL_BATCH_COMMON_H

#include "motecurve/batch.h"
#include "word/word.h"

/* protocol/batch/once/outputs.c: what a call writes, and whether something that it reads lies there. */
typedef struct {
    void *memory;
    size_t memory_bytes;
    mc_status *results;
    size_t count;
} mc_batch_outputs;
uint8_t mc_batch_overlaps(const mc_batch_outputs *outputs, const void *octets, size_t bytes);
/* Every result becomes `status`; MC_OK if all results are, else MC_ERROR_SIGNATURE. */
void mc_batch_fail(mc_status *results, size_t count, mc_status status);
mc_status mc_batch_status(const mc_status *results, size_t count);

/* How a field judges some of the signatures of its batch: whether the sum of their equations, each times its random
 * number, holds; and each of them by itself, which writes its result. */
typedef struct {
    uint8_t (*holds)(void *batch, size_t first, size_t count, const void *curve);
    void (*verify_each)(void *batch, size_t first, size_t count, const void *curve);
} mc_batch_judge;
/* protocol/batch/once/bisect.c: judges `count` signatures, whose results are MC_OK before. Bad ones are looked for in
 * halves of halves, for as long as that is likely to cost less than to verify each. */
void mc_batch_judge_all(const mc_batch_judge *judge, void *batch, size_t count, const void *curve);

#endif
