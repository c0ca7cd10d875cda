/* Engines by their names. */
#ifndef MC_PARALLEL_PROGRAMS_ENGINES_H
#define MC_PARALLEL_PROGRAMS_ENGINES_H

#include <motecurve/parallel/engine.h>

/* The kind of that name; for an unknown one the number after the last kind, which has no name and starts no engine. */
mc_parallel_engine_kind engines_kind(const char *name);

#endif
