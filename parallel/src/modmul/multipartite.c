#include "modmul/multipartite.h"

/* 2 parts for 3 threads, which have a term each; 4 for 4. */
static unsigned arity(const mc_parallel_multiplier *multiplier)
{
    return multiplier->threads == 3 ? 2 : 4;
}

static size_t part_limbs(const mc_parallel_multiplier *multiplier)
{
    return (multiplier->modulus->n + arity(multiplier) - 1) / arity(multiplier);
}

size_t mc_parallel_multipartite_scale(const mc_parallel_multiplier *multiplier)
{
    return mc_limbs_least(arity(multiplier) / 2 * part_limbs(multiplier), multiplier->modulus->n);
}

/* Limbs of part i of n limbs. */
static size_t part(size_t n, size_t p, unsigned i)
{
    return i * p < n ? mc_limbs_least(p, n - i * p) : 0;
}

/* The limbs of the longest product of a term; `count` is how many products are not empty. */
static size_t longest(size_t n, size_t p, unsigned k, unsigned d, unsigned *count)
{
    size_t most = 0;
    *count = 0;
    for (unsigned i = d < k ? 0 : d - k + 1; i <= d && i < k; i++) {
        size_t a = part(n, p, i), b = part(n, p, d - i);
        if (a > 0 && b > 0) {
            most = mc_limbs_most(most, a + b);
            ++*count;
        }
    }
    return most;
}

static void prepare_term(mc_parallel_multiplier *multiplier, mc_multipartite *own, unsigned d)
{
    mc_parallel_arena *arena = &multiplier->arena;
    mc_term *term = &own->terms[d];
    unsigned count;
    size_t n = multiplier->modulus->n, most = longest(n, own->p, own->arity, d, &count), shift = 0;
    term->offset = d * own->p;
    term->kind = MC_TERM_EMPTY;
    if (count == 0)
        return;
    term->limbs = mc_limbs_least(most + (count > 1), 2 * n - term->offset);
    if (term->offset < own->s) {
        term->kind = MC_TERM_LOWER;
        term->t = own->s - term->offset;
    } else if (term->offset - own->s + most <= n) {
        term->kind = MC_TERM_PLAIN;
    } else {
        term->kind = MC_TERM_UPPER;
        shift = term->offset - own->s;
        term->t = shift + term->limbs - n;
    }
    term->shifted = mc_parallel_take_limbs(arena, shift + most + 1);
    term->c = term->shifted == NULL ? NULL : term->shifted + shift;
    term->product = mc_parallel_take_limbs(arena, most);
    term->room = mc_parallel_take_limbs(arena, MC_UPPER_ROOM(n, term->t));
    term->z = mc_parallel_take_limbs(arena, n + 1);
}

void mc_parallel_multipartite_prepare(mc_parallel_multiplier *multiplier, mc_multipartite *own, const unsigned *owners)
{
    size_t n = multiplier->modulus->n;
    own->arity = arity(multiplier);
    own->p = part_limbs(multiplier);
    own->s = mc_parallel_multipartite_scale(multiplier);
    own->count = 2 * own->arity - 1;
    for (unsigned d = 0; d < own->count; d++) {
        prepare_term(multiplier, own, d);
        own->terms[d].thread = own->arity == 2 ? d : owners[d];
    }
    own->total = mc_parallel_take_limbs(&multiplier->arena, 2 * n + 1);
    own->room = mc_parallel_take_limbs(&multiplier->arena, MC_UPPER_ROOM(n, 1));
}

void mc_parallel_multipartite_term(const mc_parallel_multiplier *multiplier, mc_multipartite *own, unsigned d)
{
    mc_term *term = &own->terms[d];
    size_t n = multiplier->modulus->n, p = own->p;
    unsigned count;
    size_t most = longest(n, p, own->arity, d, &count);
    mc_limbs_clear(term->c, most + 1);
    for (unsigned i = d < own->arity ? 0 : d - own->arity + 1; i <= d && i < own->arity; i++) {
        size_t an = part(n, p, i), bn = part(n, p, d - i);
        if (an == 0 || bn == 0)
            continue;
        multiplier->product(term->product, multiplier->a + i * p, an, multiplier->b + (d - i) * p, bn, an + bn);
        mc_limbs_add(term->c, most + 1, term->product, an + bn);
    }
}
