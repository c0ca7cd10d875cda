/* SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 17. */
#include "generator.h"

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

struct generator generator_new(uint64_t seed, uint64_t stream)
{
    return (struct generator){mixed(mixed(seed + 1) + stream)};
}

uint64_t generator_next(struct generator *generator)
{
    return mixed(generator->state += UINT64_C(0x9e3779b97f4a7c15));
}

double generator_fraction(struct generator *generator)
{
    return (double)(generator_next(generator) >> 11) * 0x1p-53;
}
