/* PEM (RFC 7468): base64 between lines that say what it is. */
#ifndef MC_PEM_H
#define MC_PEM_H

#include "encoding/once/der.h"

typedef enum {
    MC_PEM_OTHER,
    MC_PEM_PUBLIC_KEY,
    MC_PEM_PRIVATE_KEY,
    MC_PEM_EC_PRIVATE_KEY,
    MC_PEM_ENCRYPTED_PRIVATE_KEY,
    MC_PEM_CERTIFICATE,
    MC_PEM_EC_PARAMETERS /* which OpenSSL writes before a key of SEC 1; it is passed over */
} mc_pem_label;

/* Begins to read the one block of a text; returns its label. Errors, in the reader: MC_ERROR_PEM; MC_ERROR_ENCRYPTED
 * for what OpenSSL encrypted in PEM itself. */
mc_pem_label mc_pem_open(mc_der_reader *in, const char *pem, size_t pem_bytes);

#endif
