#include "motecurve/hash.h"

#ifndef MC_SINGLE_CURVE
#include <string.h>

const mc_hash *mc_hash_find(const char *name)
{
    static const struct {
        const char *name;
        const mc_hash *hash;
    } known[] = {
        {"SHA-1", &mc_sha1},     {"SHA-224", &mc_sha224}, {"SHA-256", &mc_sha256},
#if MC_WITH_SHA512
        {"SHA-384", &mc_sha384}, {"SHA-512", &mc_sha512},
#endif
    };
    for (size_t i = 0; name && i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].hash;
    return NULL;
}

#endif
