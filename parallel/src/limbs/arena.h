/* Memory that an object takes piece by piece and gives back at once. */
#ifndef MC_PARALLEL_ARENA_H
#define MC_PARALLEL_ARENA_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#define MC_CACHE_LINE 64 /* bytes; pieces begin on a line of their own, so that threads do not share one */

typedef struct mc_parallel_piece mc_parallel_piece;

typedef struct {
    mc_parallel_piece *first;
    bool failed; /* a piece was not to be had */
} mc_parallel_arena;

/* Zeroed bytes, or null, which the arena remembers. */
void *mc_parallel_take(mc_parallel_arena *arena, size_t bytes);

/* Zeroed limbs; at least one. */
mp_limb_t *mc_parallel_take_limbs(mc_parallel_arena *arena, size_t limbs);

void mc_parallel_give_back(mc_parallel_arena *arena);

#endif
