#include "kind.h"

static const struct kind *opened;

const char *kind_open(const struct kind *kind, const struct subject *subject)
{
    opened = kind;
    return opened->open(subject);
}

void *kind_prepare(const struct numbers *in)
{
    return opened->prepare(in);
}

void kind_run(void *prepared, size_t count)
{
    opened->run(prepared, count);
}

void kind_results(const void *prepared, struct numbers *out)
{
    opened->results(prepared, out);
}
