/* The tables that OpenSSL asks the module for. */
#ifndef MOTECURVE_OPENSSL_MODULE_H
#define MOTECURVE_OPENSSL_MODULE_H

#include <openssl/core_dispatch.h>

extern const OSSL_DISPATCH key_functions[], exchange_functions[], signature_functions[];
extern const OSSL_ALGORITHM encoders[], decoders[];
OSSL_FUNC_provider_get_capabilities_fn tls_groups;

#endif
