/* What key files have in common (motecurve/key_file.h). */
#ifndef MC_KEY_FILE_H
#define MC_KEY_FILE_H

#include "encoding/once/pem.h"
#include "motecurve/curve.h"

/* Room for the longest object identifier of a curve in decimal, and for its end. */
#define MC_OID_TEXT_BYTES    32
#define MC_OID_EC_PUBLIC_KEY "1.2.840.10045.2.1" /* id-ecPublicKey, RFC 5480, 2.1.1 */

/* Whether keys of the curve are those of SEC 1; those of the others are RFC 8410's. */
uint8_t mc_key_file_is_sec1(const mc_curve *curve);
/* The curve's first object identifier in decimal; null if it has none. */
const char *mc_key_file_oid(const mc_curve *curve);

/* Reads an object identifier, that of a curve, or an AlgorithmIdentifier; null after an error. */
const mc_curve *mc_key_file_read_name(mc_der_reader *in, size_t limit);
const mc_curve *mc_key_file_read_algorithm(mc_der_reader *in, size_t limit);
/* Reads a BIT STRING, or what has another tag in its place: a public key on the curve, which is decompressed and
 * validated. */
void mc_key_file_read_public(uint8_t *public_key, mc_der_reader *in, uint8_t tag, size_t limit, const mc_curve *curve);
/* Reads AlgorithmIdentifier and BIT STRING, the members of a SubjectPublicKeyInfo, and fills public_key with zeros. */
const mc_curve *mc_key_file_read_info(uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES], mc_der_reader *in, size_t limit);

/* The key of a file, from its first byte on: what the public functions do once the reader is open. A private key in PEM
 * has its label; MC_PEM_OTHER is for DER, whose first members tell PKCS #8 from SEC 1. */
mc_status mc_key_file_public_key(uint8_t *public_key, const mc_curve **found, mc_der_reader *in);
mc_status mc_key_file_certificate_key(uint8_t *public_key, const mc_curve **found, mc_der_reader *in);
mc_status mc_key_file_private_key(uint8_t *private_key, const mc_curve **found, mc_der_reader *in, mc_pem_label label);

/* The end of a call that reads: both outputs, or zeros and null if there was an error; returns the status. */
mc_status mc_key_file_give(uint8_t *key, size_t key_bytes, const mc_curve **found, const uint8_t *own,
                           const mc_curve *curve, mc_status status);

#endif
