/* ECQV implicit certificates (SEC 4 v1.0): a certificate of the size of one point, from which everybody computes the
 * public key of its subject, and only the subject the private key.
 *
 *   request       The subject draws a key pair k, R = k G with mc_key_generate and sends R with its identity.
 *   issuance      The authority, sure of the identity, makes the certificate and the contribution r, and sends both.
 *   reception     The subject computes its private key e k + r mod n, which it checks, and its public key.
 *   extraction    Anyone computes the public key e P + Q_CA. That it belongs to the identity shows when its owner
 * proves to have the private key, by a signature or an agreement; the certificate alone proves nothing.
 *
 * A certificate is the bytes that the authority binds to the key (identity, validity, use: any number, in whatever
 * form the parties have agreed on), followed by the compressed point P in 1 + mc_curve_field_bytes bytes (SEC 1,
 * 2.3.3). e is the hash of all its bytes, cut to its leftmost bits, one less than the order has. r is public,
 * in mc_curve_scalar_bytes bytes.
 *
 * Errors of every function: MC_ERROR_UNSUPPORTED for a null hash, a null curve and curves of Montgomery and Edwards
 * form; MC_ERROR_OVERLAP for two outputs that overlap. */
#ifndef MOTECURVE_ECQV_H
#define MOTECURVE_ECQV_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

/* Bytes of a certificate with so many bytes of information on a curve. */
#define MC_ECQV_CERTIFICATE_BYTES(info_bytes, field_bytes) ((info_bytes) + 1 + (field_bytes))

/* Issues a certificate for the request, a public key; the information may lie where the certificate begins. Constant
 * time in the private key and in the number drawn. Errors: those of mc_public_key (authority's private key) and of
 * mc_public_key_validate (request); MC_ERROR_RANDOM if the source fails, repeats itself, or gives nothing of use in
 * many tries. */
/*---
out: certificate[MC_ECQV_CERTIFICATE_BYTES(info_bytes, field)], contribution[scalar]
in: authority_private_key[scalar] secret, request[public_key], info
errors: as mc_public_key, as mc_public_key_validate, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_ecqv_issue(uint8_t *certificate, uint8_t *contribution,
                                             const uint8_t *authority_private_key, const uint8_t *request,
                                             const uint8_t *info, size_t authority_private_key_bytes,
                                             size_t request_bytes, size_t info_bytes, const mc_hash *hash,
                                             mc_random random, void *context, const mc_curve *curve);

/* The subject's key pair, from the private key of its request. Constant time in the private keys. Errors: those of
 * mc_ecqv_public_key; MC_ERROR_LENGTH, _SCALAR_ZERO, _SCALAR_RANGE for the request's private key and the contribution;
 * MC_ERROR_CERTIFICATE if private and public key do not belong together: the certificate or the contribution is of
 * another request, of another authority, or changed. */
/*---
out: private_key[scalar] secret, public_key[public_key]
in: certificate, contribution[scalar], request_private_key[scalar] secret, authority_public_key[public_key]
errors: as mc_ecqv_public_key, as mc_public_key, CERTIFICATE
---*/
MC_API MC_MUST_CHECK mc_status mc_ecqv_receive(uint8_t *private_key, uint8_t *public_key, const uint8_t *certificate,
                                               const uint8_t *contribution, const uint8_t *request_private_key,
                                               const uint8_t *authority_public_key, size_t certificate_bytes,
                                               size_t contribution_bytes, size_t request_private_key_bytes,
                                               size_t authority_public_key_bytes, const mc_hash *hash,
                                               const mc_curve *curve);

/* The public key that a certificate of the authority stands for. Everything here is public, and the time depends on it.
 * Errors: MC_ERROR_LENGTH for a certificate without room for a point, and for its point MC_ERROR_ENCODING,
 * _COORDINATE_RANGE, _NOT_ON_CURVE, _Y_BIT, _INFINITY, _SUBGROUP; those of mc_public_key_validate for the authority's
 * key; MC_ERROR_INFINITY if there is no such key. */
/*---
out: public_key[public_key]
in: certificate, authority_public_key[public_key]
errors: as mc_public_key_validate, Y_BIT
---*/
MC_API MC_MUST_CHECK mc_status mc_ecqv_public_key(uint8_t *public_key, const uint8_t *certificate,
                                                  const uint8_t *authority_public_key, size_t certificate_bytes,
                                                  size_t authority_public_key_bytes, const mc_hash *hash,
                                                  const mc_curve *curve);

#endif
