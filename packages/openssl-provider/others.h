/* Keys on curves that this provider does not serve: they are keys of the application's other providers. The library
 * context is a child of the application's, in which the property query leaves this provider out. The calls take keys of
 * ours, too, which are copied: for what the library does not do. */
#ifndef MOTECURVE_OPENSSL_OTHERS_H
#define MOTECURVE_OPENSSL_OTHERS_H

#include "key_params.h"

/* A context for a key of another provider, or, if key is null, to make one. */
EVP_PKEY_CTX *others_context(provider *of, EVP_PKEY *key);
/* Sets the key by what is selected of the parameters. */
int others_import(ec_key *key, int selection, const OSSL_PARAM params[]);
/* The key as one of another provider; null on errors. The caller frees it. */
EVP_PKEY *others_copy(const ec_key *key);
/* Makes a key of ours another provider's, and sets the parameters there; or fails and leaves it as it was. */
int others_take_over(ec_key *key, const OSSL_PARAM params[]);
/* Sets the key by what is selected of another provider's. */
int others_set_copy(ec_key *key, const ec_key *from, int selection);
int others_match(const ec_key *key, const ec_key *other, int selection);
int others_validate(const ec_key *key, int selection);
int others_sign(const ec_key *key, uint8_t *signature, size_t *bytes, size_t room, const uint8_t *digest,
                size_t digest_bytes);
/* What a verification gives, as OpenSSL's own, for a signature that is none, or that could not be tried. */
#define BROKEN (-1)
int others_verify(const ec_key *key, const uint8_t *signature, size_t bytes, const uint8_t *digest,
                  size_t digest_bytes);
/* secret may be null: *bytes are those that it has. */
int others_derive(const ec_key *key, const ec_key *peer, int cofactor_mode, uint8_t *secret, size_t *bytes);

#endif
