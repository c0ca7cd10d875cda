/* OpenSSL's side has two kinds of operation: groups of points (EC_GROUP), and keys that are bytes (EVP). */
#ifndef MC_NATIVE_OPENSSL_H
#define MC_NATIVE_OPENSSL_H

#include "../kind.h"

extern const struct kind openssl_group, openssl_raw;

#endif
