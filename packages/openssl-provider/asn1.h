/* The structures of key files. */
#ifndef MOTECURVE_OPENSSL_ASN1_H
#define MOTECURVE_OPENSSL_ASN1_H

#include "key.h"

#include <openssl/bio.h>

/* Each returns the bytes, 0 on errors; the caller frees *der by OPENSSL_clear_free. */
size_t public_key_info(uint8_t **der, const ec_key *key);
size_t private_key_info(uint8_t **der, const ec_key *key);
size_t sec1_private_key(uint8_t **der, const ec_key *key);
size_t sec1_parameters(uint8_t **der, const ec_key *key);
/* Reads one structure of the BIO. -1: it is something else, or of a curve that is not served; 0: an error; 1: done. */
int public_key_info_read(ec_key *key, BIO *in);
int private_key_info_read(ec_key *key, BIO *in);
int sec1_read(ec_key *key, BIO *in);

#endif
