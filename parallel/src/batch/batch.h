/* Many independent multiplications of points on several threads: each is a call of the library of curves, through its
 * public functions, and a thread takes the next one when it has done its last. */
#ifndef MC_PARALLEL_BATCH_H
#define MC_PARALLEL_BATCH_H

#include <stdint.h>

#include <motecurve/ecdh.h>

#include "motecurve/parallel/engine.h"

/* d Q by mc_ecdh: in constant time, with Q validated. */
typedef struct {
    const uint8_t *private_key, *peer_key;
    uint8_t *secret; /* mc_curve_field_bytes: the x-coordinate */
    mc_status status;
} mc_parallel_agreement;

/* Sets secret and status of each. Errors: those of mc_parallel_engine_run; nothing is then written. */
MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_ecdh_each(mc_parallel_agreement *agreements, size_t count,
                                                                const mc_curve *curve, mc_parallel_engine *engine,
                                                                unsigned threads);

#endif
