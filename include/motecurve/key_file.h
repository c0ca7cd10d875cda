/* Key files, as OpenSSL and certificate authorities write them: public keys in SubjectPublicKeyInfo (RFC 5480) or in a
 * certificate, private keys in PKCS #8 (RFC 5958) or SEC 1 (RFC 5915), those of X25519, X448, Ed25519 and Ed448 as in
 * RFC 8410; in DER, or in PEM (RFC 7468).
 *
 * A file names its curve by an object identifier, and *found is that curve of this build: compare it with the one that
 * you expect. Curves with all their parameters are refused: a chosen generator would let others sign for a public key.
 * Keys come in the library's own encoding (key.h). Every key is validated: public keys are in the subgroup of prime
 * order, private keys in their range, and a public key beside a private key is its own.
 *
 * DER is read strictly: a value has one encoding, and every other is refused. A file of up to 64 KiB is read in one
 * pass, without a copy. Times and addresses do not depend on a private key, not even in PEM; they depend on the rest.
 *
 * A mote image takes these functions by calling them, and knows its one curve alone. A program takes only what it
 * calls: PEM is apart from DER, and private keys from public ones.
 *
 * Errors of all functions that read, beside those named below: MC_ERROR_LENGTH (an end before the lengths say, or a key
 * of another length than the curve's), _TRAILING (bytes after the end of a value), _NOT_MINIMAL (a length, or a number
 * of an object identifier), _ENCODING (another type, version or value than belongs there), _CURVE_NOT_NAMED,
 * _UNSUPPORTED (a curve that this build lacks, or no elliptic curve at all). PEM adds MC_ERROR_PEM (no block, or two of
 * the kind that is read; damaged base64) and _KEY_KIND (no block of that kind). Blocks of other kinds, such as the
 * certificate beside a private key, are passed over, and so is a UTF-8 byte order mark. */
#ifndef MOTECURVE_KEY_FILE_H
#define MOTECURVE_KEY_FILE_H

#include "motecurve/curve.h"

/* The public key of a SubjectPublicKeyInfo ("PUBLIC KEY"). public_key has MC_MAX_PUBLIC_KEY_BYTES bytes: the first
 * mc_curve_public_key_bytes(*found) are the key, the others zeros; a compressed point is decompressed. On errors all
 * are zeros, and *found is null. Also MC_ERROR_KEY_KIND (a private key, or a certificate), and the errors of
 * mc_point_decode and mc_public_key_validate. */
/*---
out: public_key[MC_MAX_PUBLIC_KEY_BYTES], found
in: der
errors: as mc_public_key_validate, as mc_point_decode, TRAILING, NOT_MINIMAL, KEY_KIND, CURVE_NOT_NAMED, UNSUPPORTED
---*/
MC_API MC_MUST_CHECK mc_status mc_public_key_from_der(uint8_t *public_key, const mc_curve **found, const uint8_t *der,
                                                      size_t der_bytes);
/*---
out: public_key[MC_MAX_PUBLIC_KEY_BYTES], found
in: pem
errors: as mc_public_key_from_der, PEM
---*/
MC_API MC_MUST_CHECK mc_status mc_public_key_from_pem(uint8_t *public_key, const mc_curve **found, const char *pem,
                                                      size_t pem_bytes);

/* The same of an X.509 certificate (RFC 5280; "CERTIFICATE"). ONLY THE KEY OF THE CERTIFICATE IS READ:
 * not its issuer, subject, dates, uses or signature. Anyone can make a certificate with any key: before you rely on
 * one, verify it with another library. */
/*---
out: public_key[MC_MAX_PUBLIC_KEY_BYTES], found
in: der
errors: as mc_public_key_from_der
---*/
MC_API MC_MUST_CHECK mc_status mc_certificate_public_key_from_der(uint8_t *public_key, const mc_curve **found,
                                                                  const uint8_t *der, size_t der_bytes);
/*---
out: public_key[MC_MAX_PUBLIC_KEY_BYTES], found
in: pem
errors: as mc_public_key_from_pem
---*/
MC_API MC_MUST_CHECK mc_status mc_certificate_public_key_from_pem(uint8_t *public_key, const mc_curve **found,
                                                                  const char *pem, size_t pem_bytes);

/* The private key of PKCS #8 ("PRIVATE KEY") or SEC 1 ("EC PRIVATE KEY", after "EC PARAMETERS" or not). private_key has
 * MC_MAX_SCALAR_BYTES bytes: the first mc_curve_scalar_bytes(*found) are the key, the others zeros. On errors all are
 * zeros, and *found is null. SEC 1 keys are read in any length, also within PKCS #8: others leave out zeros before a
 * number, or write more of them. Computes the public key, which takes as long as mc_public_key. Wiping the file is up
 * to the caller. Also MC_ERROR_ENCRYPTED, _KEY_KIND, _KEY_PAIR (a public key in the file is not that of the private
 * key), and the errors of mc_public_key and, if there is a public key, those of mc_public_key_from_der. */
/*---
out: private_key[MC_MAX_SCALAR_BYTES] secret, found
in: der secret
errors: as mc_public_key, as mc_public_key_from_der, ENCRYPTED, KEY_PAIR
---*/
MC_API MC_MUST_CHECK mc_status mc_private_key_from_der(uint8_t *private_key, const mc_curve **found, const uint8_t *der,
                                                       size_t der_bytes);
/*---
out: private_key[MC_MAX_SCALAR_BYTES] secret, found
in: pem secret
errors: as mc_private_key_from_der, PEM
---*/
MC_API MC_MUST_CHECK mc_status mc_private_key_from_pem(uint8_t *private_key, const mc_curve **found, const char *pem,
                                                       size_t pem_bytes);

/* Bytes of the longest encoding of keys of so many bytes. */
#define MC_PUBLIC_KEY_DER_BYTES(public_key_bytes)                ((public_key_bytes) + 32)
#define MC_PRIVATE_KEY_DER_BYTES(scalar_bytes, public_key_bytes) ((scalar_bytes) + (public_key_bytes) + 64)

/* A public key in SubjectPublicKeyInfo, as OpenSSL writes it: the curve by name, the point without compression. der has
 * MC_PUBLIC_KEY_DER_BYTES(mc_curve_public_key_bytes(curve)) bytes; *der_bytes are written, the others zeroed. Errors:
 * those of mc_public_key_validate, and MC_ERROR_UNSUPPORTED for a curve without an object identifier. */
/*---
out: der[MC_PUBLIC_KEY_DER_BYTES(public_key)], der_bytes
in: public_key[public_key]
errors: as mc_public_key_validate
---*/
MC_API MC_MUST_CHECK mc_status mc_public_key_to_der(uint8_t *der, size_t *der_bytes, const uint8_t *public_key,
                                                    size_t public_key_bytes, const mc_curve *curve);

/* A private key in PKCS #8, likewise; with the public key beside it, but for curves of RFC 8410. der has
 * MC_PRIVATE_KEY_DER_BYTES(mc_curve_scalar_bytes(curve), mc_curve_public_key_bytes(curve)) bytes. Errors: those of
 * mc_public_key, and MC_ERROR_UNSUPPORTED. */
/*---
out: der[MC_PRIVATE_KEY_DER_BYTES(scalar, public_key)] secret, der_bytes
in: private_key[scalar] secret
errors: as mc_public_key
---*/
MC_API MC_MUST_CHECK mc_status mc_private_key_to_der(uint8_t *der, size_t *der_bytes, const uint8_t *private_key,
                                                     size_t private_key_bytes, const mc_curve *curve);

#endif
