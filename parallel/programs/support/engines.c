#include <string.h>

#include "engines.h"

mc_parallel_engine_kind engines_kind(const char *name)
{
    mc_parallel_engine_kind kind = MC_PARALLEL_SEQUENTIAL;
    while (mc_parallel_engine_name(kind) != NULL && strcmp(mc_parallel_engine_name(kind), name) != 0)
        kind++;
    return kind;
}
