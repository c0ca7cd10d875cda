/* Secrets of the schemes on curves under valgrind, as tests/c/poisoned_secrets.c has those of the library: private keys
 * in the stores, ephemeral keys and what is computed from both are marked undefined, so that memcheck reports every
 * jump and every address that depends on one. tests/src/network/test_poisoned_schemes.py compiles src/network with the
 * calls below renamed to public_<name>. The library's own calls are defined inside: they have tests of their own.
 * Public, although they come from secrets, are messages that are sent, whether a tag is right, and what EDHOC decrypts,
 * since whoever is not the peer sees only that it is refused.
 *
 * Without valgrind it compares results. With the argument `planted` the store's public octets are secret, too, which
 * shows that reports come. fields: fp256r1 */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "motecurve/aes_ccm.h"
#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/ecqv.h"
#include "motecurve/key.h"
#include "motecurve/point.h"
#include "network/edhoc/plaintext.h"
#include "network/scheme.h"
#include "network/schemes/on_curve.h"
#include "word/word.h"

#define PRIVATE_BYTES    32
#define POINT_BYTES      65
#define COMPRESSED_BYTES 33
#define STORE_BYTES      256

static void poison(const void *secret, size_t bytes)
{
    VALGRIND_MAKE_MEM_UNDEFINED(secret, bytes);
}

static void reveal(const void *result, size_t bytes)
{
    VALGRIND_MAKE_MEM_DEFINED(result, bytes);
}

#define PUBLIC(name) public_##name

mc_status PUBLIC(mc_ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                          size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve);
mc_status PUBLIC(mc_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                                  const mc_curve *curve);
mc_status PUBLIC(mc_ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve);
mc_status PUBLIC(mc_ecdsa_sign_digest_hedged)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                              size_t private_key_bytes, size_t digest_bytes, mc_random random,
                                              void *context, const mc_curve *curve);
mc_status PUBLIC(mc_ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                         size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                         const mc_curve *curve);
mc_status PUBLIC(mc_aes_ccm_decrypt)(uint8_t *message, const uint8_t *key, const uint8_t *nonce,
                                     const uint8_t *ciphertext, const uint8_t *data, size_t key_bytes,
                                     size_t nonce_bytes, size_t ciphertext_bytes, size_t data_bytes, size_t tag_bytes);
uint8_t PUBLIC(mc_octets_equal)(const uint8_t *a, const uint8_t *b, size_t bytes);
size_t PUBLIC(mc_edhoc_get_identifier)(mc_cbor_reader *reader, const uint8_t **identifier);
void PUBLIC(mc_edhoc_get_plaintext)(mc_edhoc_plaintext *plaintext, mc_cbor_reader *reader);

mc_status PUBLIC(mc_ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                          size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve)
{
    reveal(private_key, private_key_bytes);
    const mc_status status = mc_ecdh(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, curve);
    poison(private_key, private_key_bytes);
    poison(secret, mc_curve_field_bytes(curve));
    return status;
}

mc_status PUBLIC(mc_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                                  const mc_curve *curve)
{
    const mc_status status = mc_key_generate(private_key, public_key, random, context, curve);
    poison(private_key, mc_curve_scalar_bytes(curve));
    return status;
}

mc_status PUBLIC(mc_ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve)
{
    reveal(private_key, private_key_bytes);
    reveal(digest, digest_bytes);
    const mc_status status =
        mc_ecdsa_sign_digest(signature, private_key, digest, private_key_bytes, digest_bytes, curve);
    poison(private_key, private_key_bytes);
    return status;
}

mc_status PUBLIC(mc_ecdsa_sign_digest_hedged)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                              size_t private_key_bytes, size_t digest_bytes, mc_random random,
                                              void *context, const mc_curve *curve)
{
    reveal(private_key, private_key_bytes);
    const mc_status status = mc_ecdsa_sign_digest_hedged(signature, private_key, digest, private_key_bytes,
                                                         digest_bytes, random, context, curve);
    poison(private_key, private_key_bytes);
    return status;
}

/* EDHOC signs a hash with a MAC in it; what is signed is no secret. */
mc_status PUBLIC(mc_ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                         size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                         const mc_curve *curve)
{
    reveal(digest, digest_bytes);
    return mc_ecdsa_verify_digest(signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes,
                                  curve);
}

mc_status PUBLIC(mc_aes_ccm_decrypt)(uint8_t *message, const uint8_t *key, const uint8_t *nonce,
                                     const uint8_t *ciphertext, const uint8_t *data, size_t key_bytes,
                                     size_t nonce_bytes, size_t ciphertext_bytes, size_t data_bytes, size_t tag_bytes)
{
    reveal(key, key_bytes);
    reveal(nonce, nonce_bytes);
    reveal(data, data_bytes);
    return mc_aes_ccm_decrypt(message, key, nonce, ciphertext, data, key_bytes, nonce_bytes, ciphertext_bytes,
                              data_bytes, tag_bytes);
}

uint8_t PUBLIC(mc_octets_equal)(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint8_t equal = mc_octets_equal(a, b, bytes);
    reveal(&equal, sizeof equal);
    return equal;
}

size_t PUBLIC(mc_edhoc_get_identifier)(mc_cbor_reader *reader, const uint8_t **identifier)
{
    reveal(reader->at, (size_t)(reader->end - reader->at));
    return mc_edhoc_get_identifier(reader, identifier);
}

void PUBLIC(mc_edhoc_get_plaintext)(mc_edhoc_plaintext *plaintext, mc_cbor_reader *reader)
{
    reveal(reader->at, (size_t)(reader->end - reader->at));
    mc_edhoc_get_plaintext(plaintext, reader);
}

/* The same octets in every run. */
static int draw(void *context, uint8_t *out, size_t bytes)
{
    static uint32_t state = 2463534242;
    (void)context;
    for (; bytes--; out++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *out = (uint8_t)(state >> 8);
    }
    return 0;
}

static mc_status read_store(void *context, uint16_t at, uint8_t *out, size_t bytes)
{
    memcpy(out, (const uint8_t *)context + at, bytes);
    return MC_OK;
}

typedef struct {
    uint8_t store[STORE_BYTES];
    mc_network_platform platform;
    mc_network_exchange exchange;
    uint8_t message[256];
    union {
        uint8_t octets[2048];
        uint64_t alignment;
    } state;
} side;

static const mc_curve *curve;

static void set_head(side *s, uint8_t scheme, uint8_t id)
{
    const uint8_t head[MC_NETWORK_PROVISION_AT] = {'M', 'N', 1, scheme, 0, id, 0x4d, 0x4e};
    memset(s, 0, sizeof *s);
    memcpy(s->store, head, sizeof head);
}

static int compress(uint8_t *out, const uint8_t *point)
{
    return mc_point_encode(out, point, MC_POINT_COMPRESSED, POINT_BYTES, curve) == MC_OK;
}

/* The parts that src/network/schemes/ecqv.c and ecdsa_ecdh.c read, both by one authority; the private key's place. */
static size_t provision_on_curve(side *s, uint8_t scheme)
{
    static uint8_t authority[PRIVATE_BYTES], authority_public[POINT_BYTES];
    uint8_t private_key[PRIVATE_BYTES], public_key[POINT_BYTES], digest[32], contribution[PRIVATE_BYTES];
    uint8_t certificate[MC_NETWORK_PROVISION_AT + COMPRESSED_BYTES];
    uint8_t *part = s->store + MC_NETWORK_PROVISION_AT, *at = part + ON_CURVE_NAME_BYTES;
    int good = authority_public[0] || mc_key_generate(authority, authority_public, draw, NULL, curve) == MC_OK;
    good &= mc_key_generate(private_key, public_key, draw, NULL, curve) == MC_OK;
    memcpy(certificate, s->store, MC_NETWORK_PROVISION_AT);
    strcpy((char *)part, "secp256r1");
    memcpy(at, authority_public, POINT_BYTES);
    at += POINT_BYTES + PRIVATE_BYTES;
    if (scheme == MC_NETWORK_ECQV) {
        good &= mc_ecqv_issue(certificate, contribution, authority, public_key, certificate, PRIVATE_BYTES, POINT_BYTES,
                              MC_NETWORK_PROVISION_AT, &mc_sha256, draw, NULL, curve) == MC_OK;
        good &=
            mc_ecqv_receive(private_key, public_key, certificate, contribution, private_key, authority_public,
                            sizeof certificate, PRIVATE_BYTES, PRIVATE_BYTES, POINT_BYTES, &mc_sha256, curve) == MC_OK;
        memcpy(at, certificate + MC_NETWORK_PROVISION_AT, COMPRESSED_BYTES);
    } else {
        good &= compress(at, public_key);
        memcpy(certificate + MC_NETWORK_PROVISION_AT, at, COMPRESSED_BYTES);
        mc_sha256_context context;
        mc_sha256_begin(&context);
        mc_sha256_feed(&context, certificate, sizeof certificate);
        mc_sha256_finish(digest, &context);
        good &= mc_ecdsa_sign_digest(at + COMPRESSED_BYTES, authority, digest, PRIVATE_BYTES, sizeof digest, curve) ==
                MC_OK;
    }
    memcpy(at - PRIVATE_BYTES, private_key, PRIVATE_BYTES);
    return good ? (size_t)(at - PRIVATE_BYTES - s->store) : 0;
}

/* The part that src/network/schemes/edhoc.c reads: two nodes, of which this is number `own`. */
static size_t provision_edhoc(side *s, uint8_t own, uint8_t method, uint8_t keys[2][PRIVATE_BYTES])
{
    const uint8_t head[] = {method, 1, 2, 0, 0, 2};
    uint8_t *part = s->store + MC_NETWORK_PROVISION_AT, *at = part + sizeof head + PRIVATE_BYTES;
    int good = 1;
    memcpy(part, head, sizeof head);
    memcpy(part + sizeof head, keys[own], PRIVATE_BYTES);
    for (uint8_t node = 0; node < 2; node++, at += 2 + COMPRESSED_BYTES) {
        uint8_t point[POINT_BYTES];
        at[1] = (uint8_t)(1 + node);
        good &= mc_public_key(point, keys[node], PRIVATE_BYTES, curve) == MC_OK && compress(at + 2, point);
    }
    return good ? MC_NETWORK_PROVISION_AT + sizeof head : 0;
}

static void connect(side *s, const mc_network_scheme *scheme, uint8_t own)
{
    s->platform = (mc_network_platform){.context = s->store, .random = draw, .store_read = read_store};
    s->exchange = (mc_network_exchange){.platform = &s->platform,
                                        .state = &s->state,
                                        .message = s->message,
                                        .size = scheme->message_bytes_max,
                                        .own = (uint16_t)(1 + own),
                                        .peer = (uint16_t)(2 - own),
                                        .role = own};
}

static int exchange(const mc_network_scheme *scheme, side sides[2])
{
    for (uint8_t number = 1; number <= scheme->messages; number++) {
        side *writer = &sides[(number - 1) % 2], *reader = &sides[number % 2];
        if (scheme->write(&writer->exchange, number) != MC_OK)
            return 0;
        reveal(writer->message, writer->exchange.bytes);
        memcpy(reader->message, writer->message, writer->exchange.bytes);
        reader->exchange.bytes = writer->exchange.bytes;
        if (scheme->read(&reader->exchange, number) != MC_OK)
            return 0;
    }
    reveal(sides[0].exchange.secret, sizeof sides[0].exchange.secret);
    reveal(sides[1].exchange.secret, sizeof sides[1].exchange.secret);
    return memcmp(sides[0].exchange.secret, sides[1].exchange.secret, sizeof sides[0].exchange.secret) == 0;
}

static int check(const mc_network_scheme *scheme, uint8_t method, int is_planted)
{
    static side sides[2];
    uint8_t keys[2][PRIVATE_BYTES];
    draw(NULL, keys[0], sizeof keys); /* below the order, as these are always the same */
    for (uint8_t own = 0; own < 2; own++) {
        set_head(&sides[own], scheme->number, (uint8_t)(1 + own));
        const size_t at = scheme->number == MC_NETWORK_EDHOC ? provision_edhoc(&sides[own], own, method, keys)
                                                             : provision_on_curve(&sides[own], scheme->number);
        if (!at)
            return 0;
        poison(sides[own].store + at, PRIVATE_BYTES);
        if (is_planted)
            poison(sides[own].store + at + PRIVATE_BYTES, STORE_BYTES - at - PRIVATE_BYTES);
        connect(&sides[own], scheme, own);
    }
    return exchange(scheme, sides);
}

int main(int count, char **arguments)
{
    const int is_planted = count > 1 && strcmp(arguments[1], "planted") == 0;
    curve = mc_curve_find("secp256r1");
    const int good = check(&mc_network_ecqv, 0, is_planted) && check(&mc_network_ecdsa_ecdh, 0, is_planted) &&
                     check(&mc_network_edhoc, MC_EDHOC_STATIC_STATIC, is_planted) &&
                     check(&mc_network_edhoc, MC_EDHOC_SIGNATURE_SIGNATURE, is_planted);
    printf("%s\n", good ? "right" : "wrong");
    return !good;
}
