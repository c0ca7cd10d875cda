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

/* Begins to read the one block of a text whose label is in `wanted`, as bits 1 << label. Blocks of other labels are
 * passed over, such as the certificate beside a private key, and so is a UTF-8 byte order mark. Returns the block's
 * label; the first block's where none is wanted. Errors, in the reader: MC_ERROR_PEM, also for two blocks that are
 * wanted; MC_ERROR_ENCRYPTED for what OpenSSL encrypted in PEM itself. */
mc_pem_label mc_pem_open(mc_der_reader *in, uint8_t wanted, const char *pem, size_t pem_bytes);

#endif
