/* OpenSSL as a side. */
#include "openssl.h"

#include <openssl/crypto.h>

static const char *version(void)
{
    return OpenSSL_version(OPENSSL_VERSION);
}

static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    return kind_open(subject->raw_octets ? &openssl_raw : &openssl_group, subject);
}

const struct side mc_native_side = {"openssl", version, open_side, kind_prepare, kind_run, kind_results};
