/* Points as one thread works with them: formulas, their exceptions, and sums of table entries. */
#ifndef MC_PARALLEL_WORKER_H
#define MC_PARALLEL_WORKER_H

#include "curve/formulas.h"

/* (x / z^2, y / z^3), in the multiplier's form. */
typedef struct {
    mp_limb_t *x, *y, *z;
    bool infinite; /* then the coordinates mean nothing */
} mc_jacobian;

typedef struct {
    mp_limb_t *x, *y, *minus_y;
    bool infinite;
} mc_affine;

/* What a sum does next: 0 doubles it; i + 1 adds entry i of a table, -(i + 1) subtracts it. */
typedef int mc_action;

typedef struct {
    mc_parallel_field field;
    mp_limb_t *registers[MC_REGISTERS];
    const mc_formula *doubling; /* for the curve's a */
    const mc_formula *formula;  /* that runs; null for none */
    unsigned round;
    bool pauses; /* the next round is empty: both lanes look at a number that a later round may overwrite */
    mc_jacobian *to;
    mc_jacobian sum, spare;
} mc_worker;

mc_parallel_status mc_parallel_worker_set(mc_worker *worker, const mc_parallel_curve *curve,
                                          const mc_parallel_scalar_options *options, mc_parallel_arena *arena);
void mc_parallel_worker_free(mc_worker *worker);

mc_jacobian mc_parallel_jacobian_take(size_t n, mc_parallel_arena *arena);
void mc_parallel_jacobian_copy(mc_jacobian *to, const mc_jacobian *from, size_t n);
mc_affine mc_parallel_affine_take(size_t n, mc_parallel_arena *arena);

/* Two workers that take a lane each of the same formulas: `second` gets the first one's registers and sums. */
void mc_parallel_worker_join_lanes(mc_worker *second, const mc_worker *first);

/* Choose the formula for `to`, which is apart from the operands. Rounds follow as long as there are any. */
void mc_parallel_worker_begin_double(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from);
void mc_parallel_worker_begin_add(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from,
                                  const mc_jacobian *other);
void mc_parallel_worker_begin_action(mc_worker *worker, mc_action action, const mc_affine *table);

bool mc_parallel_worker_has_round(const mc_worker *worker);
/* After both lanes have run a round: the next one, or another formula for equal or opposite points. */
void mc_parallel_worker_end_round(mc_worker *worker);
void mc_parallel_worker_run_lane(mc_worker *worker, unsigned lane);

/* The same in one thread. */
void mc_parallel_worker_double(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from);
void mc_parallel_worker_add(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from, const mc_jacobian *other);

/* The worker's sum: actions from infinity on; and other points added to it. */
void mc_parallel_worker_sum_up(mc_worker *worker, const mc_action *actions, size_t count, const mc_affine *table);
void mc_parallel_worker_double_sum(mc_worker *worker);
void mc_parallel_worker_add_to_sum(mc_worker *worker, const mc_jacobian *other);

/* From Jacobian to affine coordinates by one inversion; products: n limbs for each point. */
void mc_parallel_worker_normalise(mc_worker *worker, mc_affine *to, const mc_jacobian *from, size_t count,
                                  mp_limb_t *products);

/* Entry i is (2 i + 1) base, for count entries; room for as many Jacobian points and one, and products as above. */
void mc_parallel_worker_odd_multiples(mc_worker *worker, mc_affine *table, size_t count, const mc_jacobian *base,
                                      mc_jacobian *room, mp_limb_t *products);

#endif
