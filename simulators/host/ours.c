#include "ours.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void *library;
static const struct kind *kind;

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

static const char *open_library(const struct subject *subject, const char *path)
{
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return dlerror();
    const char *operation = subject->operation;
    if (strncmp(operation, "fb-", 3) == 0 || strncmp(operation, "fp-", 3) == 0 || strncmp(operation, "order-", 6) == 0)
        kind = &field_kind;
    else if (strncmp(operation, "scalar-mult", 11) == 0)
        kind = &curve_kind;
    else if (strncmp(operation, "pairing-", 8) == 0)
        kind = &pairing_kind;
    else if (strncmp(operation, "bls-", 4) == 0 || strncmp(operation, "ibe-", 4) == 0)
        kind = &identity_kind;
    else
        kind = subject->raw_octets ? &raw_kind : &protocol_kind;
    return kind->open(subject);
}

/* The level of kernels that the library chose for this processor; empty if it has none. */
static const char *level(void)
{
    const char *(*native_level)(void) = (const char *(*)(void))library_symbol("native_level", NULL);
    return native_level ? native_level() : "";
}

static void *prepare(const struct numbers *in)
{
    return kind->prepare(in);
}

static void run(void *prepared, size_t count)
{
    kind->run(prepared, count);
}

static void results(const void *prepared, struct numbers *out)
{
    kind->results(prepared, out);
}

const struct side ours = {"motecurve", level, open_library, prepare, run, results};
