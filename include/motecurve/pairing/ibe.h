/* Identity-based cryptography: a public key is an identity, such as a mote's name and the month, and an authority that
 * holds a master secret extracts the private key of each. Boneh-Franklin encryption, Cha-Cheon signatures,
 * Sakai-Ohgishi-Kasahara keys without interaction, and a master secret split among n authorities of which t extract a
 * key together. For a library that was built with MC_PAIRINGS, which names the groups. docs/pairings/identity-based.md
 * has the schemes, their sources and their formats.
 *
 *   group                 pairing   safe for
 *   mc_ibe_bls12_381      type 3    new designs, about 120 bits
 *   mc_ibe_tate_1536      type 1    new designs that need type 1, 128 bits at most
 *   mc_ibe_tate_512       type 1    nothing new, 80 bits at most
 *   mc_ibe_tate_256       type 1    INSECURE: comparisons
 *   mc_ibe_tate_256_short type 1    INSECURE: comparisons
 *
 * The authority can decrypt and sign for everybody: that is so in every scheme of this kind, and splitting the master
 * secret is the remedy.
 *
 * Objects are bytes: a head of MC_IBE_HEAD_BYTES, which are a version, the kind, the group, and in four bytes
 * (big-endian) how many follow; then points in short form (tate.h) or compressed (bls12_381.h) and big-endian numbers.
 * Each has a function ..._bytes for its length, 0 for a null group.
 *
 * Errors of every object that is read: MC_ERROR_LENGTH for fewer bytes than it has, MC_ERROR_TRAILING for more;
 * MC_IBE_ERROR_VERSION, _KIND, _GROUP, in this order; of its points MC_ERROR_ENCODING, _COORDINATE_RANGE, _INFINITY,
 * _NOT_ON_CURVE, _SUBGROUP; of its numbers MC_ERROR_SCALAR_ZERO, _SCALAR_RANGE. Every point is checked at every
 * reading, also for its order. MC_IBE_ERROR_IDENTITY for an identity that mc_ibe_identity_encode does not write.
 * MC_ERROR_UNSUPPORTED for a null group. All outputs are zero after an error. An infinity that no input is known to
 * cause is MC_ERROR_INFINITY.
 *
 * Constant time in what each function calls secret; everything else, and whether it is an error, shows. Buffers lie as
 * motecurve/api.h says. Nothing is allocated. */
#ifndef MOTECURVE_PAIRING_IBE_H
#define MOTECURVE_PAIRING_IBE_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/random.h"
#include "motecurve/status.h"

typedef struct mc_ibe_group mc_ibe_group;
/* Those that MC_PAIRINGS names. */
MC_API_DATA const mc_ibe_group mc_ibe_tate_256, mc_ibe_tate_256_short, mc_ibe_tate_512, mc_ibe_tate_1536,
    mc_ibe_bls12_381;

/* Results of these functions beside those of status.h, which keeps these numbers free: they are below 64, for C++ knows
 * no others in a type of its values. */
#define MC_IBE_ERROR_VERSION       ((mc_status)48) /* an object of another version of these formats */
#define MC_IBE_ERROR_KIND          ((mc_status)49) /* another kind of object */
#define MC_IBE_ERROR_GROUP         ((mc_status)50) /* an object of another group */
#define MC_IBE_ERROR_USE           ((mc_status)51) /* a private key for another use, or for none */
#define MC_IBE_ERROR_IDENTITY      ((mc_status)52) /* no encoding of an identity */
#define MC_IBE_ERROR_EXPIRED       ((mc_status)53) /* the identity's validity has ended */
#define MC_IBE_ERROR_NOT_YET_VALID ((mc_status)54) /* the identity's validity has not begun */
#define MC_IBE_ERROR_SAME_IDENTITY ((mc_status)55) /* both parties of an agreement are one */
#define MC_IBE_ERROR_KEY           ((mc_status)56) /* a key, part or share does not fit its public values */
#define MC_IBE_ERROR_PARAMETERS    ((mc_status)57) /* public parameters or shares do not fit one another */
#define MC_IBE_ERROR_THRESHOLD     ((mc_status)58) /* a threshold outside its range, or fewer parts than it */
#define MC_IBE_ERROR_INDEX         ((mc_status)59) /* an index of a share outside its range, or twice */

/* mc_status_text for all of these results. */
MC_API const char *mc_ibe_status_text(mc_status status);

/* Every object's head. */
#define MC_IBE_HEAD_BYTES 7
typedef enum {
    MC_IBE_MASTER_SECRET = 1,
    MC_IBE_SHARE = 2, /* of the master secret */
    MC_IBE_PARAMETERS = 3,
    MC_IBE_PUBLIC_SHARE = 4,
    MC_IBE_PRIVATE_KEY = 5,
    MC_IBE_PARTIAL_KEY = 6, /* a share's part of a private key */
    MC_IBE_CIPHERTEXT = 7,
    MC_IBE_BASIC_CIPHERTEXT = 8,
    MC_IBE_SIGNATURE = 9
} mc_ibe_kind;

/* The longest of all groups, for buffers; of ciphertexts what they have more than their message. */
#define MC_IBE_MAX_MASTER_SECRET_BYTES 39
#define MC_IBE_MAX_SHARE_BYTES         41
#define MC_IBE_MAX_PARAMETERS_BYTES    200
#define MC_IBE_MAX_PUBLIC_SHARE_BYTES  202
#define MC_IBE_MAX_PRIVATE_KEY_BYTES   201
#define MC_IBE_MAX_PARTIAL_KEY_BYTES   203
#define MC_IBE_MAX_OVERHEAD_BYTES      232
#define MC_IBE_MAX_SIGNATURE_BYTES     393

/* The group's name, such as "bls12-381", and its number in heads, 1 to 5; null and 0 for a null group. */
MC_API const char *mc_ibe_group_name(const mc_ibe_group *group);
MC_API uint8_t mc_ibe_group_number(const mc_ibe_group *group);

/* The kind and the group's number of an object whose head is right for its length; the rest is not looked at. Errors:
 * MC_ERROR_LENGTH, MC_ERROR_TRAILING, MC_IBE_ERROR_VERSION, and MC_IBE_ERROR_KIND for an unknown one. */
MC_API MC_MUST_CHECK mc_status mc_ibe_look(uint8_t *kind, uint8_t *group_number, const uint8_t *object,
                                           size_t object_bytes);

/* All that the parsing functions check of an object, and nothing else: its head, its length, its points and numbers.
 * Constant time in the object but for its head. MC_IBE_ERROR_KIND for an unknown kind. */
MC_API MC_MUST_CHECK mc_status mc_ibe_validate(const uint8_t *object, size_t object_bytes, mc_ibe_kind kind,
                                               const mc_ibe_group *group);

/* An identity is a name and, if it is to be revoked, the time in which it is valid (Hoeper and Gong 2006): the
 * authority extracts no key for a revoked name's next span, and others encrypt to, verify and agree with the span that
 * they want. Times are seconds since 1970 (UTC); both ends are included. All functions that take an identity take it
 * encoded, dates and all, and compare no dates: call mc_ibe_identity_check where there is a clock. */
#define MC_IBE_NAME_MAX_BYTES     255
#define MC_IBE_IDENTITY_MAX_BYTES (2 + MC_IBE_NAME_MAX_BYTES + 16)

typedef struct {
    const uint8_t *name; /* lies in the encoding where mc_ibe_identity_decode gave it */
    size_t name_bytes;   /* 1 to MC_IBE_NAME_MAX_BYTES */
    uint64_t not_before, not_after;
    uint8_t has_validity; /* 1 or 0; without, the times are 0 */
} mc_ibe_identity;

/* 0 for a name of another length. */
MC_API size_t mc_ibe_identity_bytes(size_t name_bytes, uint8_t has_validity);

/* The one encoding that an identity has. MC_IBE_ERROR_IDENTITY for a name of another length, an end before the
 * beginning, or times without validity; then mc_ibe_identity_bytes bytes are zero. */
MC_API MC_MUST_CHECK mc_status mc_ibe_identity_encode(uint8_t *encoded, const mc_ibe_identity *identity);
MC_API MC_MUST_CHECK mc_status mc_ibe_identity_decode(mc_ibe_identity *identity, const uint8_t *encoded,
                                                      size_t encoded_bytes);

/* MC_OK if the identity is valid at that time, or at any; MC_IBE_ERROR_EXPIRED, MC_IBE_ERROR_NOT_YET_VALID. */
MC_API MC_MUST_CHECK mc_status mc_ibe_identity_check(const uint8_t *encoded, size_t encoded_bytes, uint64_t now);

/* What a private key is for. An identity has a key of its own for each use: no proof covers one key in two schemes. On
 * type 3 its points lie in G2, in G1, and in both. */
typedef enum { MC_IBE_FOR_ENCRYPTION = 1, MC_IBE_FOR_SIGNATURES = 2, MC_IBE_FOR_AGREEMENT = 3 } mc_ibe_use;

MC_API size_t mc_ibe_master_secret_bytes(const mc_ibe_group *group);
MC_API size_t mc_ibe_parameters_bytes(const mc_ibe_group *group);
/* 0 also for an unknown use. */
MC_API size_t mc_ibe_private_key_bytes(mc_ibe_use use, const mc_ibe_group *group);

/* A new master secret s, from 64 bytes of the source, and its public parameters: s P, on type 3 in both groups.
 * MC_ERROR_RANDOM. */
MC_API MC_MUST_CHECK mc_status mc_ibe_setup(uint8_t *master_secret, uint8_t *parameters, mc_random random,
                                            void *context, const mc_ibe_group *group);

/* The parameters of a master secret, which is secret. */
MC_API MC_MUST_CHECK mc_status mc_ibe_parameters(uint8_t *parameters, const uint8_t *master_secret,
                                                 size_t master_secret_bytes, const mc_ibe_group *group);

/* MC_OK for parameters whose points are right and, on type 3, of one secret, else MC_IBE_ERROR_PARAMETERS. Whose they
 * are, nothing here can tell. */
MC_API MC_MUST_CHECK mc_status mc_ibe_parameters_check(const uint8_t *parameters, size_t parameters_bytes,
                                                       const mc_ibe_group *group);

/* The private key of an identity for a use. Secret: the master secret. MC_IBE_ERROR_USE for an unknown use. */
MC_API MC_MUST_CHECK mc_status mc_ibe_extract(uint8_t *private_key, mc_ibe_use use, const uint8_t *master_secret,
                                              const uint8_t *identity, size_t master_secret_bytes,
                                              size_t identity_bytes, const mc_ibe_group *group);

/* MC_OK if the private key is that of the identity under these parameters, else MC_IBE_ERROR_KEY. For whoever receives
 * one, before its first use. Secret: the private key. MC_IBE_ERROR_USE if it is not for `use`. */
MC_API MC_MUST_CHECK mc_status mc_ibe_private_key_check(const uint8_t *private_key, mc_ibe_use use,
                                                        const uint8_t *identity, const uint8_t *parameters,
                                                        size_t private_key_bytes, size_t identity_bytes,
                                                        size_t parameters_bytes, const mc_ibe_group *group);

MC_API size_t mc_ibe_share_bytes(const mc_ibe_group *group);
MC_API size_t mc_ibe_public_share_bytes(const mc_ibe_group *group);
/* 0 also for an unknown use. */
MC_API size_t mc_ibe_partial_key_bytes(mc_ibe_use use, const mc_ibe_group *group);

/* `count` shares of the master secret, and their public values, one after another: any `threshold` of them extract keys
 * together, and fewer tell nothing about the secret (Shamir 1979). 64 bytes of the source for each share but one that
 * the threshold counts. Secret: the master secret, and the shares. MC_IBE_ERROR_THRESHOLD unless
 * 1 <= threshold <= count <= 255; MC_ERROR_RANDOM; a share that is 0 is MC_ERROR_SCALAR_ZERO. */
MC_API MC_MUST_CHECK mc_status mc_ibe_split(uint8_t *shares, uint8_t *public_shares, const uint8_t *master_secret,
                                            size_t master_secret_bytes, uint8_t threshold, uint8_t count,
                                            mc_random random, void *context, const mc_ibe_group *group);

/* MC_OK if the share has that public value, else MC_IBE_ERROR_KEY, also for another index or threshold. Secret: the
 * share. */
MC_API MC_MUST_CHECK mc_status mc_ibe_share_check(const uint8_t *share, const uint8_t *public_share, size_t share_bytes,
                                                  size_t public_share_bytes, const mc_ibe_group *group);

/* MC_OK if these public values, one after another, are of shares of the parameters' master secret; otherwise
 * MC_IBE_ERROR_PARAMETERS. The first of them, as many as their threshold, are taken for right, and the others compared:
 * give all. MC_IBE_ERROR_THRESHOLD, _INDEX. */
MC_API MC_MUST_CHECK mc_status mc_ibe_public_shares_check(const uint8_t *public_shares, uint8_t count,
                                                          const uint8_t *parameters, size_t parameters_bytes,
                                                          const mc_ibe_group *group);

/* A share's part of an identity's private key. Secret: the share. */
MC_API MC_MUST_CHECK mc_status mc_ibe_extract_partial(uint8_t *partial_key, mc_ibe_use use, const uint8_t *share,
                                                      const uint8_t *identity, size_t share_bytes,
                                                      size_t identity_bytes, const mc_ibe_group *group);

/* MC_OK if the part is that of the identity and of the share with this public value, else MC_IBE_ERROR_KEY. Secret: the
 * part. */
MC_API MC_MUST_CHECK mc_status mc_ibe_partial_key_check(const uint8_t *partial_key, mc_ibe_use use,
                                                        const uint8_t *identity, const uint8_t *public_share,
                                                        size_t partial_key_bytes, size_t identity_bytes,
                                                        size_t public_share_bytes, const mc_ibe_group *group);

/* The private key, from `count` parts one after another; give parts that were checked, and check the key. Secret: the
 * points of the parts. Errors: MC_IBE_ERROR_THRESHOLD for fewer parts than any of them says, or none;
 * MC_IBE_ERROR_INDEX for an index twice. */
MC_API MC_MUST_CHECK mc_status mc_ibe_combine(uint8_t *private_key, mc_ibe_use use, const uint8_t *partial_keys,
                                              uint8_t count, const mc_ibe_group *group);

/* The master secret again, from `count` shares one after another, with the errors of mc_ibe_combine. */
MC_API MC_MUST_CHECK mc_status mc_ibe_recover(uint8_t *master_secret, const uint8_t *shares, uint8_t count,
                                              const mc_ibe_group *group);

/* Bytes that a ciphertext has more than its message; 0 for a null group. */
MC_API size_t mc_ibe_overhead_bytes(const mc_ibe_group *group);
MC_API size_t mc_ibe_basic_overhead_bytes(const mc_ibe_group *group);

/* FullIdent, secure against chosen ciphertexts, of a message of any length below 2^32 - mc_ibe_overhead_bytes, else
 * MC_ERROR_MESSAGE_LENGTH. 32 bytes of the source: whoever can foresee them reads the message. Secret: the message and
 * those bytes. On a host, the parameters are those that mc_ibe_parameters_check found right once. */
MC_API MC_MUST_CHECK mc_status mc_ibe_encrypt(uint8_t *ciphertext, const uint8_t *message, const uint8_t *identity,
                                              const uint8_t *parameters, size_t message_bytes, size_t identity_bytes,
                                              size_t parameters_bytes, mc_random random, void *context,
                                              const mc_ibe_group *group);

/* The message of ciphertext_bytes - mc_ibe_overhead_bytes. Secret: the private key and the message. A ciphertext that
 * was changed, or is for another identity or authority, is MC_ERROR_MAC, whatever was changed, after the same time: but
 * for errors of its head and of its point, which anyone can see. */
MC_API MC_MUST_CHECK mc_status mc_ibe_decrypt(uint8_t *message, const uint8_t *private_key, const uint8_t *ciphertext,
                                              size_t private_key_bytes, size_t ciphertext_bytes,
                                              const mc_ibe_group *group);

/* BasicIdent, for comparisons and for messages that are authenticated otherwise: anyone can change the message within a
 * ciphertext, and with another key decryption gives other bytes, no error. Otherwise as above. */
MC_API MC_MUST_CHECK mc_status mc_ibe_basic_encrypt(uint8_t *ciphertext, const uint8_t *message,
                                                    const uint8_t *identity, const uint8_t *parameters,
                                                    size_t message_bytes, size_t identity_bytes,
                                                    size_t parameters_bytes, mc_random random, void *context,
                                                    const mc_ibe_group *group);
MC_API MC_MUST_CHECK mc_status mc_ibe_basic_decrypt(uint8_t *message, const uint8_t *private_key,
                                                    const uint8_t *ciphertext, size_t private_key_bytes,
                                                    size_t ciphertext_bytes, const mc_ibe_group *group);

MC_API size_t mc_ibe_signature_bytes(const mc_ibe_group *group);

/* The signature of a message by the private key of an identity, with a nonce that is derived from key, identity and
 * message; hedged, also from 32 bytes of the source, with which two signatures differ and a fault in the computation
 * tells less. Secret: the private key, and the message but for its length. */
MC_API MC_MUST_CHECK mc_status mc_ibe_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *identity,
                                           const uint8_t *message, size_t private_key_bytes, size_t identity_bytes,
                                           size_t message_bytes, const mc_ibe_group *group);
MC_API MC_MUST_CHECK mc_status mc_ibe_sign_hedged(uint8_t *signature, const uint8_t *private_key,
                                                  const uint8_t *identity, const uint8_t *message,
                                                  size_t private_key_bytes, size_t identity_bytes, size_t message_bytes,
                                                  mc_random random, void *context, const mc_ibe_group *group);

/* MC_OK if the signature is valid, and then only; MC_ERROR_SIGNATURE. Everything here is public. */
MC_API MC_MUST_CHECK mc_status mc_ibe_verify(const uint8_t *signature, const uint8_t *identity, const uint8_t *message,
                                             const uint8_t *parameters, size_t signature_bytes, size_t identity_bytes,
                                             size_t message_bytes, size_t parameters_bytes, const mc_ibe_group *group);

/* The key that the two identities share, of 1 to MC_IBE_KEY_MAX_BYTES bytes, else MC_ERROR_LENGTH: the same for both,
 * always, until one of the identities changes. It depends on the two in the order of their encodings' bytes, which on
 * type 3 also says whose point lies in G1: no one has to play a part. Secret: the private key, and the result.
 * MC_IBE_ERROR_SAME_IDENTITY if they are equal. */
#define MC_IBE_KEY_MAX_BYTES (255 * 32)
MC_API MC_MUST_CHECK mc_status mc_ibe_agree(uint8_t *key, size_t key_bytes, const uint8_t *private_key,
                                            const uint8_t *identity, const uint8_t *peer_identity,
                                            size_t private_key_bytes, size_t identity_bytes, size_t peer_identity_bytes,
                                            const mc_ibe_group *group);

#endif
