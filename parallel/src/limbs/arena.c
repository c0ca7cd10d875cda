#include "limbs/arena.h"

#include <stdlib.h>
#include <string.h>

struct mc_parallel_piece {
    _Alignas(MC_CACHE_LINE) mc_parallel_piece *next;
};

void *mc_parallel_take(mc_parallel_arena *arena, size_t bytes)
{
    size_t lines = 1 + (bytes + MC_CACHE_LINE - 1) / MC_CACHE_LINE; /* the first holds the link */
    mc_parallel_piece *piece = bytes > (size_t)-1 / 2 ? NULL : aligned_alloc(MC_CACHE_LINE, lines * MC_CACHE_LINE);
    if (piece == NULL) {
        arena->failed = true;
        return NULL;
    }
    memset(piece, 0, lines * MC_CACHE_LINE);
    piece->next = arena->first;
    arena->first = piece;
    return piece + 1;
}

mp_limb_t *mc_parallel_take_limbs(mc_parallel_arena *arena, size_t limbs)
{
    return mc_parallel_take(arena, (limbs + 1) * sizeof(mp_limb_t));
}

void mc_parallel_give_back(mc_parallel_arena *arena)
{
    while (arena->first != NULL) {
        mc_parallel_piece *next = arena->first->next;
        free(arena->first);
        arena->first = next;
    }
    arena->failed = false;
}
