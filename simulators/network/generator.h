/* Numbers that a seed determines. Not for use as secrets outside simulations. */
#ifndef MC_NETWORK_GENERATOR_H
#define MC_NETWORK_GENERATOR_H

#include <stdint.h>

struct generator {
    uint64_t state;
};

/* Generators with different streams of one seed are independent. */
struct generator generator_new(uint64_t seed, uint64_t stream);

uint64_t generator_next(struct generator *generator);

/* Uniform in [0, 1). */
double generator_fraction(struct generator *generator);

#endif
