/* OpenSSL's side has two parts: groups of points (EC_GROUP), and keys that are bytes (EVP). */
#ifndef MC_NATIVE_OPENSSL_H
#define MC_NATIVE_OPENSSL_H

#include "../side.h"

extern const struct side openssl_group, openssl_raw;

#endif
