/* Functions of an adapter (implementations/NAME/adapter.c): somebody else's implementation, with the octets of the
 * bench in and out. An adapter has those functions that its manifest names; docs/open-bench.md has an example.
 *
 * Each returns 0, or another number if it refuses its input. Numbers are big-endian, on Curve25519, X448 and Edwards
 * curves little-endian, and so are elements of fields; a public key is 04, x, y, or the encoding of RFC 7748 or 8032.
 * A signature is r, s. A digest and a message have 32 bytes. Buffers are aligned to words, and inputs may not be
 * written, which the bench checks. Code that is set up once, when a program starts, has a function without arguments
 * for this, which the manifest names (set_up). */
#ifndef MC_BENCH_IMPLEMENTATION_H
#define MC_BENCH_IMPLEMENTATION_H

#include <stdint.h>

/* An adapter is compiled with IMPLEMENTATION_CURVE_<name> defined as 1 for the curve. */
#ifdef MC_BENCH_FIELD_BYTES
#define IMPLEMENTATION_FIELD_BYTES MC_BENCH_FIELD_BYTES /* of an element, and of the shared secret */
#define IMPLEMENTATION_ORDER_BYTES MC_BENCH_ORDER_BYTES /* of a scalar, a private key, half of a signature */
#endif

#ifdef __cplusplus
extern "C" {
#endif

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key);
uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key);

/* The nonce is derived as RFC 6979 says, with SHA-256: the signature is the known answer. */
uint8_t implementation_ecdsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest);

/* For code that takes the nonce from its caller, or draws it: this one is the nonce of RFC 6979, so that the signature
 * is the same known answer. */
uint8_t implementation_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                                const uint8_t *nonce);
uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest);

/* Derives the public key, as the library's own call does. */
uint8_t implementation_eddsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message);
uint8_t implementation_eddsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message);

/* A point is x, y. */
uint8_t implementation_scalar_mult(uint8_t *result, const uint8_t *scalar, const uint8_t *point);

/* ML-KEM-512 (FIPS 203). Keys are the private one and the public one, seeds are d and z. What is sent is the
 * ciphertext, and behind it the secret. */
uint8_t implementation_kem_keygen(uint8_t *keys, const uint8_t *seeds);
uint8_t implementation_kem_encaps(uint8_t *sent, const uint8_t *public_key, const uint8_t *seed);
uint8_t implementation_kem_decaps(uint8_t *secret, const uint8_t *received, const uint8_t *private_key);

/* A side of a handshake of DTLS 1.2 with raw public keys, and a protected datagram each way. `key` is d, x, y; the
 * other's is x, y; `given` are, in this order, the octets that the side draws. A text is its length in an octet, then
 * the octets, in a block. Datagrams have their length in two octets before them and no octets but zeros behind the last
 * one. The result is the text that came, then the datagrams sent. Refused: the text did not come. */
#define IMPLEMENTATION_DTLS_BLOCK   32
#define IMPLEMENTATION_DTLS_FLIGHTS (22 * IMPLEMENTATION_DTLS_BLOCK)
uint8_t implementation_dtls_client(uint8_t *result, const uint8_t *key, const uint8_t *other_key, const uint8_t *given,
                                   const uint8_t *asked, const uint8_t *received);
uint8_t implementation_dtls_server(uint8_t *result, const uint8_t *key, const uint8_t *other_key, const uint8_t *given,
                                   const uint8_t *told, const uint8_t *received);

/* On a curve that the library lacks (lab/motelab/boards/implementations/foreign_curves.py): keys are encoded in 32
 * octets, signatures in 64. `own` is the public key of the private one, or the signer's. */
uint8_t implementation_foreign_keygen(uint8_t *public_key, const uint8_t *private_key);
uint8_t implementation_foreign_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *own,
                                    const uint8_t *public_key);
uint8_t implementation_foreign_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *own,
                                    const uint8_t *message);
uint8_t implementation_foreign_verify(const uint8_t *signature, const uint8_t *own, const uint8_t *message);

/* In the field of the curve. */
uint8_t implementation_field_mul(uint8_t *result, const uint8_t *a, const uint8_t *b);
uint8_t implementation_field_sqr(uint8_t *result, const uint8_t *a);
uint8_t implementation_field_inv(uint8_t *result, const uint8_t *a);

#ifdef __cplusplus
}
#endif

#endif
