/* OpenSSL as a side: one of its parts, by the kind of the curve's keys. */
#include "openssl.h"

#include <openssl/crypto.h>

static const struct side *part;

static const char *version(void)
{
    return OpenSSL_version(OPENSSL_VERSION);
}

static const char *open_part(const struct subject *subject, const char *library)
{
    part = subject->raw_octets ? &openssl_raw : &openssl_group;
    return part->open(subject, library);
}

static void *prepare(const struct numbers *in)
{
    return part->prepare(in);
}

static void run(void *prepared, size_t count)
{
    part->run(prepared, count);
}

static void results(const void *prepared, struct numbers *out)
{
    part->results(prepared, out);
}

const struct side mc_native_side = {"openssl", version, open_part, prepare, run, results};
