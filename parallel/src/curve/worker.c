#include "curve/worker.h"

mc_jacobian mc_parallel_jacobian_take(size_t n, mc_parallel_arena *arena)
{
    mc_jacobian point = {.infinite = true};
    point.x = mc_parallel_take_limbs(arena, n);
    point.y = mc_parallel_take_limbs(arena, n);
    point.z = mc_parallel_take_limbs(arena, n);
    return point;
}

void mc_parallel_jacobian_copy(mc_jacobian *to, const mc_jacobian *from, size_t n)
{
    mc_limbs_copy(to->x, from->x, n);
    mc_limbs_copy(to->y, from->y, n);
    mc_limbs_copy(to->z, from->z, n);
    to->infinite = from->infinite;
}

mc_affine mc_parallel_affine_take(size_t n, mc_parallel_arena *arena)
{
    mc_affine point = {.infinite = true};
    point.x = mc_parallel_take_limbs(arena, n);
    point.y = mc_parallel_take_limbs(arena, n);
    point.minus_y = mc_parallel_take_limbs(arena, n);
    return point;
}

mc_parallel_status mc_parallel_worker_set(mc_worker *worker, const mc_parallel_curve *curve,
                                          const mc_parallel_scalar_options *options, mc_parallel_arena *arena)
{
    static const mp_limb_t unit = 1;
    mc_parallel_status status = mc_parallel_field_set(&worker->field, curve, options, arena);
    if (status != MC_PARALLEL_OK)
        return status;
    for (unsigned i = MC_A; i < MC_REGISTERS; i++)
        worker->registers[i] = mc_parallel_take_limbs(arena, curve->n);
    worker->sum = mc_parallel_jacobian_take(curve->n, arena);
    worker->spare = mc_parallel_jacobian_take(curve->n, arena);
    if (arena->failed)
        return MC_PARALLEL_ERROR_MEMORY;
    worker->doubling = curve->a_is_minus_3 ? &mc_parallel_double_minus_3 : &mc_parallel_double_any;
    mc_limbs_copy(worker->registers[MC_ONE], &unit, 1);
    mc_parallel_field_enter(&worker->field, worker->registers[MC_ONE], worker->registers[MC_ONE]);
    mc_parallel_field_enter(&worker->field, worker->registers[MC_A], curve->a);
    return worker->field.status;
}

void mc_parallel_worker_free(mc_worker *worker)
{
    mc_parallel_field_free(&worker->field);
}

void mc_parallel_worker_join_lanes(mc_worker *second, const mc_worker *first)
{
    for (unsigned i = MC_A; i < MC_REGISTERS; i++)
        second->registers[i] = first->registers[i];
    second->sum = first->sum;
    second->spare = first->spare;
}

static void set_result(mc_worker *worker, mc_jacobian *to)
{
    worker->registers[MC_X3] = to->x;
    worker->registers[MC_Y3] = to->y;
    worker->registers[MC_Z3] = to->z;
    worker->to = to;
    worker->round = 0;
    worker->formula = NULL;
    to->infinite = false;
}

static void set_point(mc_worker *worker, unsigned x, const mc_jacobian *point)
{
    worker->registers[x] = point->x;
    worker->registers[x + 1] = point->y;
    worker->registers[x + 2] = point->z;
}

/* Of the point in X1, Y1, Z1; of order 2 with y = 0. */
static void choose_doubling(mc_worker *worker)
{
    bool gives_infinity = mc_limbs_are_zero(worker->registers[MC_Y1], worker->field.n);
    worker->to->infinite = gives_infinity;
    worker->formula = gives_infinity ? NULL : worker->doubling;
    worker->round = 0;
    worker->pauses = gives_infinity;
}

void mc_parallel_worker_begin_double(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from)
{
    set_result(worker, to);
    set_point(worker, MC_X1, from);
    to->infinite = from->infinite;
    if (!from->infinite)
        choose_doubling(worker);
}

void mc_parallel_worker_begin_add(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from, const mc_jacobian *other)
{
    bool copies = from->infinite || other->infinite;
    set_result(worker, to);
    set_point(worker, MC_X1, from);
    set_point(worker, MC_X2, from->infinite ? other : copies ? from : other);
    to->infinite = from->infinite && other->infinite;
    worker->formula = to->infinite ? NULL : copies ? &mc_parallel_copy_jacobian : &mc_parallel_add_jacobian;
    worker->field.additions += !copies;
    worker->field.empty_additions += copies;
}

static void begin_add_affine(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from, const mc_affine *other,
                             bool subtracts)
{
    set_result(worker, to);
    set_point(worker, MC_X1, from);
    worker->registers[MC_X2] = other->x;
    worker->registers[MC_Y2] = subtracts ? other->minus_y : other->y;
    worker->formula = from->infinite ? &mc_parallel_copy_affine : &mc_parallel_add_mixed;
    worker->field.additions += !from->infinite;
    worker->field.empty_additions += from->infinite;
}

static void swap_sums(mc_worker *worker)
{
    mc_jacobian sum = worker->sum;
    worker->sum = worker->spare;
    worker->spare = sum;
}

/* The sum becomes the spare point first, so that the result is the sum from here on. */
void mc_parallel_worker_begin_action(mc_worker *worker, mc_action action, const mc_affine *table)
{
    const mc_affine *entry = action == 0 ? NULL : &table[(action < 0 ? -action : action) - 1];
    if (entry != NULL && entry->infinite) {
        worker->formula = NULL;
        worker->field.empty_additions++;
        return;
    }
    swap_sums(worker);
    if (entry == NULL)
        mc_parallel_worker_begin_double(worker, &worker->sum, &worker->spare);
    else
        begin_add_affine(worker, &worker->sum, &worker->spare, entry, action < 0);
}

bool mc_parallel_worker_has_round(const mc_worker *worker)
{
    return worker->formula != NULL || worker->pauses;
}

void mc_parallel_worker_end_round(mc_worker *worker)
{
    const mc_formula *formula = worker->formula;
    size_t n = worker->field.n;
    if (worker->pauses) {
        worker->pauses = false;
        return;
    }
    worker->round++;
    if (worker->round == formula->count) {
        worker->formula = NULL;
    } else if (worker->round == formula->check && mc_limbs_are_zero(worker->registers[formula->difference], n)) {
        worker->to->infinite = true;
        worker->formula = NULL;
        if (mc_limbs_are_zero(worker->registers[formula->slope], n))
            choose_doubling(worker);
        worker->pauses = true;
    }
}

void mc_parallel_worker_run_lane(mc_worker *worker, unsigned lane)
{
    if (!worker->pauses)
        mc_parallel_run_lane(&worker->field, worker->registers, worker->formula->rounds[worker->round][lane]);
}

static void run(mc_worker *worker)
{
    while (mc_parallel_worker_has_round(worker)) {
        mc_parallel_worker_run_lane(worker, 0);
        mc_parallel_worker_run_lane(worker, 1);
        mc_parallel_worker_end_round(worker);
    }
}

void mc_parallel_worker_double(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from)
{
    mc_parallel_worker_begin_double(worker, to, from);
    run(worker);
}

void mc_parallel_worker_add(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from, const mc_jacobian *other)
{
    mc_parallel_worker_begin_add(worker, to, from, other);
    run(worker);
}

void mc_parallel_worker_sum_up(mc_worker *worker, const mc_action *actions, size_t count, const mc_affine *table)
{
    worker->sum.infinite = true;
    for (size_t i = 0; i < count; i++) {
        mc_parallel_worker_begin_action(worker, actions[i], table);
        run(worker);
    }
}

void mc_parallel_worker_double_sum(mc_worker *worker)
{
    swap_sums(worker);
    mc_parallel_worker_double(worker, &worker->sum, &worker->spare);
}

void mc_parallel_worker_add_to_sum(mc_worker *worker, const mc_jacobian *other)
{
    swap_sums(worker);
    mc_parallel_worker_add(worker, &worker->sum, &worker->spare, other);
}

/* y = y / z^3 and x = x / z^2, with inverse = 1/z, which is lost. */
static void scale(mc_parallel_field *field, mc_affine *to, const mc_jacobian *from, mp_limb_t *inverse,
                  mp_limb_t *square)
{
    mc_parallel_field_square(field, square, inverse);
    mc_parallel_field_multiply(field, to->x, from->x, square);
    mc_parallel_field_multiply(field, square, square, inverse);
    mc_parallel_field_multiply(field, to->y, from->y, square);
    mc_limbs_clear(inverse, field->n);
    mc_parallel_field_subtract(field, to->minus_y, inverse, to->y);
}

/* Montgomery's trick: products of all z up to each point, one inversion, and back. */
void mc_parallel_worker_normalise(mc_worker *worker, mc_affine *to, const mc_jacobian *from, size_t count,
                                  mp_limb_t *products)
{
    mc_parallel_field *field = &worker->field;
    size_t n = field->n;
    mp_limb_t *rest = worker->registers[MC_T0], *inverse = worker->registers[MC_T1], *room = worker->registers[MC_T2];
    mc_limbs_copy(rest, worker->registers[MC_ONE], n);
    for (size_t i = 0; i < count; i++) {
        mc_limbs_copy(products + i * n, rest, n);
        if (!from[i].infinite)
            mc_parallel_field_multiply(field, rest, rest, from[i].z);
    }
    mc_parallel_field_invert(field, rest, rest);
    for (size_t i = count; i-- > 0;) {
        to[i].infinite = from[i].infinite;
        if (from[i].infinite)
            continue;
        mc_parallel_field_multiply(field, inverse, rest, products + i * n);
        mc_parallel_field_multiply(field, rest, rest, from[i].z);
        scale(field, &to[i], &from[i], inverse, room);
    }
}

void mc_parallel_worker_odd_multiples(mc_worker *worker, mc_affine *table, size_t count, const mc_jacobian *base,
                                      mc_jacobian *room, mp_limb_t *products)
{
    mc_jacobian *twice = &room[count];
    mc_parallel_jacobian_copy(&room[0], base, worker->field.n);
    if (count > 1)
        mc_parallel_worker_double(worker, twice, base);
    for (size_t i = 1; i < count; i++)
        mc_parallel_worker_add(worker, &room[i], &room[i - 1], twice);
    mc_parallel_worker_normalise(worker, table, room, count, products);
}
