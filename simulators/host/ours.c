#include "ours.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *library;

void *library_symbol(const char *scope, const char *name)
{
    char symbol[128];
    snprintf(symbol, sizeof symbol, name ? "mc_%s_%s" : "mc_%s", scope, name);
    return dlsym(library, symbol);
}

void *library_curve(const struct subject *subject, const char *name)
{
    char identifier[64];
    snprintf(identifier, sizeof identifier, "%s", subject->curve);
    for (char *c = identifier; *c; c++)
        if (*c == '-')
            *c = '_';
    return library_symbol(identifier, name);
}

static const struct kind *kind_of(const struct subject *subject)
{
    const char *operation = subject->operation;
    if (strncmp(operation, "fb-", 3) == 0 || strncmp(operation, "fp-", 3) == 0 || strncmp(operation, "order-", 6) == 0)
        return &field_kind;
    if (strncmp(operation, "scalar-mult", 11) == 0)
        return &curve_kind;
    if (strncmp(operation, "pairing-", 8) == 0)
        return &pairing_kind;
    if (strncmp(operation, "bls-", 4) == 0 || strncmp(operation, "ibe-", 4) == 0)
        return &identity_kind;
    return subject->raw_octets ? &raw_kind : &protocol_kind;
}

static const char *open_library(const struct subject *subject, const char *path)
{
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    return library ? kind_open(kind_of(subject), subject) : dlerror();
}

/* The level of kernels that the library chose for this processor; empty if it has none. */
static const char *level(void)
{
    const char *(*native_level)(void) = (const char *(*)(void))library_symbol("native_level", NULL);
    return native_level ? native_level() : "";
}

const struct side ours = {"motecurve", level, open_library, kind_prepare, kind_run, kind_results};
