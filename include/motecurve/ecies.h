/* ECIES: messages encrypted for the owner of a public key, and authenticated (SEC 1 version 2, 5.1).
 *
 * A ciphertext is R, C, T: the public key of an ephemeral key pair, drawn for this message alone; the message,
 * encrypted; and the authentication tag. Whoever has the public key can make one, so it does not identify its sender.
 *
 * The keys come from the shared secret Z of Diffie-Hellman, which validates the public key or R in full. KDF(Z, info)
 * is the cipher's key and then HMAC's, which is as long as a digest; T is the beginning of HMAC(C, SharedInfo2).
 * SharedInfo2 should always have one length, or end with it: nothing else tells where C ends. The counter of AES begins
 * with zero, for every key encrypts one message.
 *
 * All curves with keys have it: R is a point, compressed if the options say so, and on Curve25519 and Curve448 its u.
 * Every function gives MC_ERROR_UNSUPPORTED for a null curve, for curves of Edwards form and for invalid options, and
 * MC_ERROR_OVERLAP where the output overlaps the options or their shared_info. */
#ifndef MOTECURVE_ECIES_H
#define MOTECURVE_ECIES_H

#include "motecurve/curve.h"
#include "motecurve/ecdh.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

/* The parts that options name; an image holds those that it names. */
typedef struct mc_ecies_kdf mc_ecies_kdf;
typedef struct mc_ecies_cipher mc_ecies_cipher;
typedef struct mc_ecies_compression mc_ecies_compression;
typedef mc_status mc_ecies_agreement(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                                     size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve);

MC_API_DATA const mc_ecies_kdf mc_ecies_x963, mc_ecies_hkdf; /* X9.63 (SEC 1, 3.6.1); RFC 5869, without a salt */
MC_API_DATA const mc_ecies_cipher mc_ecies_aes128_ctr, mc_ecies_aes192_ctr, mc_ecies_aes256_ctr;
/* The message XOR the first bytes of the KDF. For messages of one length, known to the receiver. If it accepted others,
 * whoever knows a message could make a valid ciphertext of its beginning, for he would then know HMAC's key. */
MC_API_DATA const mc_ecies_cipher mc_ecies_xor;
MC_API_DATA const mc_ecies_compression mc_ecies_compressed; /* not for Curve25519 and Curve448 */

typedef struct {
    const mc_hash *hash; /* of the KDF and of HMAC */
    const mc_ecies_kdf *kdf;
    const mc_ecies_cipher *cipher;
    mc_ecies_agreement *agree;               /* mc_ecdh or mc_ecdh_cofactor */
    const mc_ecies_compression *compression; /* of R: null, or &mc_ecies_compressed */
    uint8_t tag_bytes;                       /* from 8 to a digest's; SEC 1 has the whole and the half */
    /* 1: info = R, SharedInfo1, which keeps a ciphertext from being written in another way, with -R for R or another
     * encoding of it; 0: info = SharedInfo1, for peers that do without. */
    uint8_t binds_ephemeral;
    /* 1: the KDF gives AES's first counter, too, after the key (3GPP TS 33.501, C.3); 0: the counter begins with 0. */
    uint8_t derives_counter;
    const uint8_t *shared_info1, *shared_info2; /* known to both; null if there is none */
    size_t shared_info1_bytes, shared_info2_bytes;
} mc_ecies_options;

/* 128 bits of security on a curve that has them: X9.63 KDF and HMAC with SHA-256, AES-128; R without compression, bound
 * by the KDF; a tag of 16 bytes. Values by place, for C++17 has no others. */
#define MC_ECIES_DEFAULTS {&mc_sha256, &mc_ecies_x963, &mc_ecies_aes128_ctr, mc_ecdh, NULL, 16, 1, 0, NULL, NULL, 0, 0}

/* Bytes of R; bytes that a ciphertext has more than its message; 0 where the functions below are unsupported. */
/*---
in: options
---*/
MC_API size_t mc_ecies_ephemeral_bytes(const mc_ecies_options *options, const mc_curve *curve);
/*---
in: options
---*/
MC_API size_t mc_ecies_overhead_bytes(const mc_ecies_options *options, const mc_curve *curve);

/* ciphertext = R, C, T of mc_ecies_overhead_bytes and message_bytes bytes. A message at
 * ciphertext + mc_ecies_ephemeral_bytes is encrypted in place, any other is moved there. Constant time in the message
 * and, as mc_key_generate, in the ephemeral key. Errors, on which the ciphertext, and a message in place, is zeroed:
 * those of mc_key_generate and of mc_ecdh; MC_ERROR_MESSAGE_LENGTH for more than the KDF gives, which with XOR and HKDF
 * is 254 digests. */
/*---
out: ciphertext[message_bytes + overhead]
in: public_key[public_key], message secret, options
apart: ciphertext and options
errors: as mc_key_generate, as mc_ecdh, MESSAGE_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_ecies_encrypt(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *message,
                                                size_t public_key_bytes, size_t message_bytes,
                                                const mc_ecies_options *options, mc_random random, void *context,
                                                const mc_curve *curve);

/* The same with a given ephemeral private key. One that was used before, or is known to others, gives the messages
 * away. Errors: those of mc_public_key and the above. */
/*---
out: ciphertext[message_bytes + overhead]
in: public_key[public_key], message secret, ephemeral_key[scalar] secret, options
apart: ciphertext and options
errors: as mc_ecdh, MESSAGE_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_ecies_encrypt_given(uint8_t *ciphertext, const uint8_t *public_key,
                                                      const uint8_t *message, const uint8_t *ephemeral_key,
                                                      size_t public_key_bytes, size_t message_bytes,
                                                      size_t ephemeral_key_bytes, const mc_ecies_options *options,
                                                      const mc_curve *curve);

/* message = the ciphertext's, of ciphertext_bytes less mc_ecies_overhead_bytes bytes. Nothing is decrypted
 * before the tag is found right. Constant time in the private key and the message; whether it is an error shows.
 * Errors, on which the message is zeroed, in place, too: MC_ERROR_LENGTH for a ciphertext shorter than without a
 * message; for R those of mc_public_key_validate, or of mc_point_decode, and MC_ERROR_SHARED_INFINITY; for the private
 * key those of mc_public_key; MC_ERROR_MESSAGE_LENGTH; and MC_ERROR_MAC for another key, a changed ciphertext, or other
 * options. The tag does not cover the cipher itself: two ciphers that take as many bytes from the KDF leave HMAC the
 * same key, for example AES-256, and AES-128 with a derived counter. Both sides must agree on it. */
/*---
out: message[ciphertext_bytes - overhead] secret kept
in: private_key[scalar] secret, ciphertext, options
apart: message and options
errors: as mc_ecdh, as mc_point_decode, MESSAGE_LENGTH, MAC
---*/
MC_API MC_MUST_CHECK mc_status mc_ecies_decrypt(uint8_t *message, const uint8_t *private_key, const uint8_t *ciphertext,
                                                size_t private_key_bytes, size_t ciphertext_bytes,
                                                const mc_ecies_options *options, const mc_curve *curve);

#endif
