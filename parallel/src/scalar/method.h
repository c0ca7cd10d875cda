/* A method of scalar multiplication, and what one multiplication by it works with. */
#ifndef MC_PARALLEL_METHOD_H
#define MC_PARALLEL_METHOD_H

#include "scalar/digits.h"

#define MC_SCALAR_THREADS 8u /* at most, of a method */

struct mc_parallel_method {
    const char *name, *summary, *source;
    bool is_fixed;
    unsigned threads_least, threads_most;
    unsigned workers;                   /* at least so many; 0 for one for each thread */
    unsigned usual_window, window_most; /* bits */
    /* Takes memory from the arena for `own`; returns early where memory is not to be had. */
    void (*prepare)(mc_parallel_scalar *scalar);
    /* Makes the table of the point, with workers[0]; null if there is none. */
    void (*set_point)(mc_parallel_scalar *scalar);
    /* Before each call, in the thread that calls: recodes k. */
    void (*begin)(mc_parallel_scalar *scalar);
    /* Phases with more than one thread; each is called with the scalar. The product is workers[0].sum in the end. */
    const mc_parallel_phase *phases;
    size_t phase_count;
};

struct mc_parallel_scalar {
    const mc_parallel_method *method;
    const mc_parallel_curve *curve;
    mc_parallel_scalar_options options;
    size_t n;
    unsigned threads, window, worker_count;
    mc_worker *workers[MC_SCALAR_THREADS];
    mc_affine point;                    /* infinite as long as none is set */
    mc_jacobian jacobian;               /* the same point */
    void *own;                          /* the method's */
    mp_limb_t *k;                       /* of the current call: options.bits bits, and a limb that is 0 */
    size_t head_products, head_squares; /* of thread 0 when the last phase began, which it runs alone */
    mc_parallel_arena arena;
};

extern const mc_parallel_method mc_parallel_left_to_right, mc_parallel_formulas, mc_parallel_pipeline,
    mc_parallel_pipeline_mof, mc_parallel_segments, mc_parallel_segments_post, mc_parallel_table, mc_parallel_windows,
    mc_parallel_windows_signed, mc_parallel_comb, mc_parallel_table_formulas;

/* What thread 0 does from here on, in this phase, it does alone. */
void mc_parallel_scalar_begin_tail(mc_parallel_scalar *scalar);

/* Adds the sums of all other threads to that of thread 0. */
bool mc_parallel_scalar_join(void *call, unsigned thread);

/* A sum that runs in two lanes, by a thread each. */
typedef struct {
    const mc_action *actions;
    const mc_affine *table;
    size_t count;
} mc_scalar_sum;

/* Threads 0 and 1 of a call: the sum that mc_parallel_scalar_begin_lanes has set. With one thread it runs both lanes.
 */
typedef struct mc_scalar_lanes mc_scalar_lanes;
mc_scalar_lanes *mc_parallel_scalar_lanes_take(mc_parallel_arena *arena);
void mc_parallel_scalar_begin_lanes(mc_scalar_lanes *lanes, mc_parallel_scalar *scalar, mc_scalar_sum sum);
bool mc_parallel_scalar_run_lane(mc_scalar_lanes *lanes, mc_parallel_scalar *scalar, unsigned thread);

#endif
