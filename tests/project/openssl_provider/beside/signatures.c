/* Calls that sign and verify. */
#include "world.h"

static const uint8_t digest[100] = {1, 2, 3};
static const char *const hashes[] = {"SHA256", "SHA512", "SHA1", "BLAKE2s256", "SHAKE256", "no-such-digest"};
#define HASHES     (sizeof hashes / sizeof *hashes)
#define EXTENDABLE 4

static void begin(world *in, const choice *by, outcome *out)
{
    EVP_PKEY_CTX **context = by->a ? &in->verifying : &in->signing;
    if (!in->keys[by->slot])
        return;
    EVP_PKEY_CTX_free(*context);
    *context = EVP_PKEY_CTX_new_from_pkey(NULL, in->keys[by->slot], in->properties);
    out->value = by->a ? EVP_PKEY_verify_init(*context) : EVP_PKEY_sign_init(*context);
    in->is_copy[by->a] = 0;
}

static EVP_PKEY_CTX *context_of(const world *in, const choice *by)
{
    return by->b & 1 ? in->verifying : in->signing;
}

static void set_hash(world *in, const choice *by, outcome *out)
{
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)hashes[by->a], strlen(hashes[by->a])),
        OSSL_PARAM_END};
    if (!context_of(in, by))
        return;
    out->may_differ = by->a == EXTENDABLE ? EXTENDABLE_DIGEST : NONE;
    out->value = EVP_PKEY_CTX_set_params(context_of(in, by), params);
}

static void set_digest_bytes(world *in, const choice *by, outcome *out)
{
    size_t bytes = by->a ? 20 : 0;
    OSSL_PARAM params[] = {OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, &bytes), OSSL_PARAM_END};
    if (context_of(in, by))
        out->value = EVP_PKEY_CTX_set_params(context_of(in, by), params);
}

/* The identifier is not asked of copies: in OpenSSL 3.0.19 it lies in the context that was copied, freed or not. */
static void note_params(EVP_PKEY_CTX *context, int is_copy, outcome *out)
{
    char name[ROOM] = "";
    uint8_t identifier[ROOM] = {0};
    size_t bytes = 0;
    OSSL_PARAM params[][2] = {
        {OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, name, sizeof name), OSSL_PARAM_END},
        {OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, &bytes), OSSL_PARAM_END},
        {OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, identifier, ROOM), OSSL_PARAM_END}};
    for (size_t i = 0; i < sizeof params / sizeof *params - (size_t)is_copy; i++) {
        int value = EVP_PKEY_CTX_get_params(context, params[i]);
        value &= params[i][0].return_size != 0 || i < 2; /* OpenSSL's may give an empty identifier for none */
        note_number(out, value);
        if (value == 1)
            note_number(out, (int)params[i][0].return_size);
    }
    note(out, name, sizeof name);
    note_number(out, (int)bytes);
    note(out, identifier, sizeof identifier);
}

static void get_params(world *in, const choice *by, outcome *out)
{
    if (context_of(in, by))
        note_params(context_of(in, by), in->is_copy[by->b & 1], out);
}

static void duplicate(world *in, const choice *by, outcome *out)
{
    EVP_PKEY_CTX **context = by->a ? &in->verifying : &in->signing;
    EVP_PKEY_CTX *copy = *context ? EVP_PKEY_CTX_dup(*context) : NULL;
    out->value = copy != NULL;
    if (!copy)
        return;
    EVP_PKEY_CTX_free(*context);
    *context = copy;
    in->is_copy[by->a] = 1;
}

static const size_t lengths[] = {32, 64, 20, 80, 100, 1, 0};
#define LENGTHS (sizeof lengths / sizeof *lengths)

static void keep_signature(world *in, const uint8_t *signature, size_t bytes, size_t room, outcome *out)
{
    CHECK(bytes <= room);
    memcpy(in->signature, signature, bytes);
    in->signature_bytes = bytes;
    out->is_signature = 1;
}

static void sign_digest(world *in, const choice *by, outcome *out)
{
    uint8_t signature[ROOM];
    size_t room = 0, bytes;
    if (!in->signing)
        return;
    note_number(out, EVP_PKEY_sign(in->signing, NULL, &room, digest, lengths[by->a % LENGTHS]));
    note_number(out, (int)room);
    room -= room && by->a >= LENGTHS; /* too short by one */
    bytes = room;
    out->may_differ = lengths[by->a % LENGTHS] == 0 ? EMPTY_DIGEST : NONE;
    out->value = room ? EVP_PKEY_sign(in->signing, signature, &bytes, digest, lengths[by->a % LENGTHS]) : 0;
    if (out->value == 1)
        keep_signature(in, signature, bytes, room, out);
}

static void verify_digest(world *in, const choice *by, outcome *out)
{
    out->may_differ = lengths[by->a] == 0 ? EMPTY_DIGEST : NONE;
    if (in->verifying && in->signature_bytes)
        out->value = EVP_PKEY_verify(in->verifying, in->signature, in->signature_bytes, digest, lengths[by->a]);
}

/* Other encodings than a signature's, and signatures with numbers out of their range. */
static void verify_faults(world *in, const choice *by, outcome *out)
{
    static const struct {
        uint8_t der[12];
        size_t bytes;
    } faults[] = {{{0x30, 6, 2, 1, 0, 2, 1, 1}, 8},           {{0x30, 6, 2, 1, 1, 2, 1, 0}, 8},
                  {{0x30, 6, 2, 1, 0xff, 2, 1, 1}, 8},        {{0x30, 7, 2, 2, 0, 1, 2, 1, 1}, 9},
                  {{0x30, 6, 2, 1, 1, 2, 1, 1, 0}, 9},        {{0x30, 6, 2, 1, 1, 2, 1, 1}, 7},
                  {{0x31, 6, 2, 1, 1, 2, 1, 1}, 8},           {{0x30, 0x81, 6, 2, 1, 1, 2, 1, 1}, 9},
                  {{0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0}, 10}, {{0}, 0}};
    uint8_t other[ROOM];
    if (!in->verifying)
        return;
    if (by->a < sizeof faults / sizeof *faults)
        out->value = EVP_PKEY_verify(in->verifying, faults[by->a].der, faults[by->a].bytes, digest, 32);
    else if (in->signature_bytes) {
        memcpy(other, in->signature, in->signature_bytes);
        other[by->a == 10 ? in->signature_bytes - 1 : by->b % in->signature_bytes] ^= by->a == 10 ? 1 : 1 + by->b % 255;
        out->value = EVP_PKEY_verify(in->verifying, other, in->signature_bytes, digest, 32);
    }
}

static void begin_message(world *in, const choice *by, outcome *out)
{
    EVP_MD_CTX **context = by->b & 1 ? &in->message_verifying : &in->message_signing;
    EVP_PKEY *key = in->keys[by->slot];
    const char *hash = by->a < HASHES ? hashes[by->a] : NULL;
    if (!key)
        return;
    if (!*context || by->b & 2) {
        EVP_MD_CTX_free(*context);
        *context = EVP_MD_CTX_new();
    }
    out->may_differ = by->a == EXTENDABLE ? EXTENDABLE_DIGEST : NONE;
    out->value = by->b & 1 ? EVP_DigestVerifyInit_ex(*context, NULL, hash, NULL, in->properties, key, NULL)
                           : EVP_DigestSignInit_ex(*context, NULL, hash, NULL, in->properties, key, NULL);
    in->is_room_asked &= by->b & 1;
    if (out->value == 1)
        note_params(EVP_MD_CTX_get_pkey_ctx(*context), 0, out);
    else {
        EVP_MD_CTX_free(*context);
        *context = NULL;
    }
}

static void feed_message(world *in, const choice *by, outcome *out)
{
    if (by->b & 1 && in->message_verifying)
        out->value = EVP_DigestVerifyUpdate(in->message_verifying, digest, 50 * by->a);
    if (!(by->b & 1) && in->message_signing)
        out->value = EVP_DigestSignUpdate(in->message_signing, digest, 50 * by->a);
}

/* Also whether the message can be signed afterwards: in OpenSSL 3.0 it is lost if its room was asked before. Then it
 * ends here, as whatever follows differs, too. */
static void set_message_hash(world *in, const choice *by, outcome *out)
{
    EVP_MD_CTX *context = by->b & 1 ? in->message_verifying : in->message_signing, *copy;
    uint8_t signature[ROOM];
    size_t bytes = sizeof signature;
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, (char *)hashes[by->a % HASHES],
                                                  strlen(hashes[by->a % HASHES])),
                           OSSL_PARAM_END};
    if (!context || !EVP_MD_CTX_get_pkey_ctx(context))
        return;
    if (by->a >= HASHES && !(by->b & 1)) {
        note_number(out, EVP_DigestSignFinal(context, NULL, &bytes));
        in->is_room_asked = 1;
    }
    out->may_differ = in->is_room_asked ? CHANGED_DIGEST : by->a % HASHES == EXTENDABLE ? EXTENDABLE_DIGEST : NONE;
    out->value = EVP_PKEY_CTX_set_params(EVP_MD_CTX_get_pkey_ctx(context), params);
    copy = EVP_MD_CTX_new();
    bytes = sizeof signature;
    if (!(by->b & 1) && EVP_MD_CTX_copy_ex(copy, context) == 1)
        note_number(out, EVP_DigestSignFinal(copy, signature, &bytes));
    EVP_MD_CTX_free(copy);
    if (in->is_room_asked && !(by->b & 1)) {
        EVP_MD_CTX_free(in->message_signing);
        in->message_signing = NULL;
        in->is_room_asked = 0;
    }
}

/* Asked for its room, at the end, or at once. */
static void sign_message(world *in, const choice *by, outcome *out)
{
    uint8_t signature[ROOM];
    size_t bytes = ROOM;
    if (!in->message_signing)
        return;
    in->is_room_asked |= by->a == 0;
    if (by->a == 0)
        out->value = EVP_DigestSignFinal(in->message_signing, NULL, &bytes);
    else if (by->a == 1)
        out->value = EVP_DigestSignFinal(in->message_signing, signature, &bytes);
    else if (by->a == 2)
        out->value = EVP_DigestSign(in->message_signing, signature, &bytes, digest, 50);
    else {
        bytes = 8;
        out->value = EVP_DigestSignFinal(in->message_signing, signature, &bytes);
    }
    if (by->a == 0)
        note_number(out, (int)bytes);
    else if (out->value == 1)
        keep_signature(in, signature, bytes, ROOM, out);
}

static void verify_message(world *in, const choice *by, outcome *out)
{
    if (!in->message_verifying || !in->signature_bytes)
        return;
    out->value = by->a ? EVP_DigestVerify(in->message_verifying, in->signature, in->signature_bytes, digest, 50)
                       : EVP_DigestVerifyFinal(in->message_verifying, in->signature, in->signature_bytes);
}

static void duplicate_message(world *in, const choice *by, outcome *out)
{
    EVP_MD_CTX **context = by->a ? &in->message_verifying : &in->message_signing;
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    out->value = *context ? EVP_MD_CTX_copy_ex(copy, *context) : -4;
    EVP_MD_CTX_free(out->value == 1 ? *context : copy);
    if (out->value == 1)
        *context = copy;
}

const call signature_calls[] = {
    {"sign_init, verify_init", begin, 2},
    {"set the digest", set_hash, HASHES},
    {"set the digest's size", set_digest_bytes, 2},
    {"get_params of a signature", get_params, 1},
    {"dup of a signature's context", duplicate, 2},
    {"sign", sign_digest, LENGTHS + 1},
    {"verify", verify_digest, LENGTHS},
    {"verify, faults", verify_faults, 12},
    {"DigestSignInit, DigestVerifyInit", begin_message, HASHES + 1},
    {"DigestSignUpdate, DigestVerifyUpdate", feed_message, 2},
    {"set the message's digest", set_message_hash, 2 * HASHES},
    {"DigestSign", sign_message, 4},
    {"DigestVerify", verify_message, 2},
    {"copy of a message's context", duplicate_message, 2},
    {NULL, NULL, 0},
};
