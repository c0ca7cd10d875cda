/* Objects of identity-based cryptography and identities: with flag 1 in the group tate-256 (insecure, and quick), else
 * in bls12-381. With flag 2 the rest of the input is an identity; else it is an object, whose kind is in its head. A
 * reading by the formats' definition, over the checks of points that other targets judge, says which are sound; calls
 * with a sound object then succeed, or find that it does not fit, and others leave nothing. */
#include "motecurve/pairing/ibe.h"

#include <openssl/bn.h>
#include <string.h>

#include "fuzz.h"
#include "motecurve/pairing/bls12_381.h"
#include "motecurve/pairing/tate.h"
#include "pairing.h"

#define OBJECT_BYTES_MAX 256
#define SEED_BYTES       32

typedef struct {
    const mc_ibe_group *group;
    const char *order;
    uint8_t number, order_bytes, sides;
    size_t point_bytes[2];
    /* What the objects of inputs are tried against; made once. */
    uint8_t master[OBJECT_BYTES_MAX], parameters[OBJECT_BYTES_MAX], keys[3][OBJECT_BYTES_MAX],
        ciphertext[OBJECT_BYTES_MAX];
} scheme;

static scheme schemes[] = {
    {.group = &mc_ibe_bls12_381,
     .order = "73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001",
     .number = 5,
     .order_bytes = 32,
     .sides = 2,
     .point_bytes = {48, 96}},
    {.group = &mc_ibe_tate_256,
     .order = "8000000000000000000000008000000000000001",
     .number = 1,
     .order_bytes = 20,
     .sides = 1,
     .point_bytes = {33, 0}},
};

static const uint8_t name[] = {1, 1, 'n'};
static const uint8_t message[] = "a message";

static void make(scheme *s)
{
    uint32_t counter = 1;
    const mc_ibe_group *group = s->group;
    size_t master_bytes = mc_ibe_master_secret_bytes(group), parameters_bytes = mc_ibe_parameters_bytes(group);
    int is_made = mc_ibe_setup(s->master, s->parameters, fuzz_random, &counter, group) == MC_OK;
    for (int use = 1; use <= 3; use++)
        is_made &= mc_ibe_extract(s->keys[use - 1], (mc_ibe_use)use, s->master, name, master_bytes, sizeof name,
                                  group) == MC_OK;
    is_made &= mc_ibe_encrypt(s->ciphertext, message, name, s->parameters, sizeof message, sizeof name,
                              parameters_bytes, fuzz_random, &counter, group) == MC_OK;
    pairing_require(is_made, "an authority is made");
}

static int is_point(const uint8_t *octets, int side, const scheme *s)
{
    if (s->number == 5)
        return mc_bls12_381_validate(octets, s->point_bytes[side], side ? MC_BLS12_381_G2 : MC_BLS12_381_G1) == MC_OK;
    return octets[0] != 4 && mc_tate_point_check(octets, s->point_bytes[0], &mc_tate_256) == MC_OK;
}

/* The points of sides from one to another, and nothing after them. */
static int are_points(const uint8_t *octets, size_t bytes, int from, int to, const scheme *s)
{
    for (int side = from; side <= to && side < s->sides; side++) {
        if (bytes < s->point_bytes[side] || !is_point(octets, side, s))
            return 0;
        octets += s->point_bytes[side];
        bytes -= s->point_bytes[side];
    }
    return bytes == 0;
}

static int are_points_of_use(const uint8_t *octets, size_t bytes, const scheme *s)
{
    if (bytes < 1 || octets[0] < 1 || octets[0] > 3)
        return 0;
    int from = s->sides == 2 && octets[0] == 1, to = s->sides == 2 && octets[0] != 2;
    return are_points(octets + 1, bytes - 1, from, to, s);
}

static int is_scalar(const uint8_t *octets, size_t bytes, const scheme *s)
{
    if (bytes != s->order_bytes)
        return 0;
    BIGNUM *order = pairing_number(s->order), *k = BN_bin2bn(octets, (int)bytes, NULL);
    int is = !BN_is_zero(k) && BN_cmp(k, order) < 0;
    BN_free(order);
    BN_free(k);
    return is;
}

static int is_sound(const uint8_t *object, size_t bytes, mc_ibe_kind kind, const scheme *s)
{
    if (bytes < 7 || object[0] != 1 || object[1] != kind || object[2] != s->number)
        return 0;
    const uint8_t *body = object + 7;
    size_t left = bytes - 7, point = s->point_bytes[0];
    if (object[3] != 0 || object[4] != 0 || (size_t)(object[5] << 8 | object[6]) != left)
        return 0;
    if (kind == MC_IBE_SHARE || kind == MC_IBE_PUBLIC_SHARE || kind == MC_IBE_PARTIAL_KEY) {
        if (left < 2 || !body[0] || !body[1])
            return 0;
        body += 2;
        left -= 2;
    }
    switch (kind) {
    case MC_IBE_MASTER_SECRET:
    case MC_IBE_SHARE:
        return is_scalar(body, left, s);
    case MC_IBE_PARAMETERS:
    case MC_IBE_PUBLIC_SHARE:
        return are_points(body, left, 0, 1, s);
    case MC_IBE_PRIVATE_KEY:
    case MC_IBE_PARTIAL_KEY:
        return are_points_of_use(body, left, s);
    case MC_IBE_CIPHERTEXT:
        return left >= point + SEED_BYTES && is_point(body, 0, s);
    case MC_IBE_BASIC_CIPHERTEXT:
        return left >= point && is_point(body, 0, s);
    default:
        return left == 2 * point && is_point(body, 0, s) && is_point(body + point, 0, s);
    }
}

/* A call that reads the object: it succeeds or says that the object does not fit if it is sound, and else fails
 * otherwise; an output is zero after an error. */
static void require_of_call(mc_status status, mc_status misfit, int sound, const uint8_t *output, size_t bytes)
{
    pairing_require(sound == (status == MC_OK || (misfit != MC_OK && status == misfit)), "a call says the same");
    pairing_require(status == MC_OK || fuzz_is_zero(output, bytes), "nothing is left of an error");
}

static void try_public(const uint8_t *object, size_t bytes, mc_ibe_kind kind, int sound, const scheme *s)
{
    const mc_ibe_group *group = s->group;
    size_t overhead = mc_ibe_overhead_bytes(group), parameters_bytes = mc_ibe_parameters_bytes(group);
    uint8_t *out = fuzz_output(sizeof message + overhead);
    uint32_t counter = 7;
    mc_status status;
    if (kind == MC_IBE_PARAMETERS) {
        status = mc_ibe_encrypt(out, message, name, object, sizeof message, sizeof name, bytes, fuzz_random, &counter,
                                group);
        pairing_require(!sound || status == MC_OK, "everybody encrypts with sound parameters");
        pairing_require(status == MC_OK || fuzz_is_zero(out, sizeof message + overhead), "nothing is left");
        status = mc_ibe_parameters_check(object, bytes, group);
        require_of_call(status, MC_IBE_ERROR_PARAMETERS, sound, out, 0);
    } else if (kind == MC_IBE_SIGNATURE) {
        status = mc_ibe_verify(object, name, message, s->parameters, bytes, sizeof name, sizeof message,
                               parameters_bytes, group);
        require_of_call(status, MC_ERROR_SIGNATURE, sound, out, 0);
    } else if (kind == MC_IBE_CIPHERTEXT) {
        size_t count = bytes > overhead ? bytes - overhead : 0;
        uint8_t *opened = fuzz_output(count);
        status = mc_ibe_decrypt(opened, s->keys[0], object, mc_ibe_private_key_bytes(MC_IBE_FOR_ENCRYPTION, group),
                                bytes, group);
        require_of_call(status, MC_ERROR_MAC, sound, opened, count);
    }
}

static void try_secret(const uint8_t *object, size_t bytes, mc_ibe_kind kind, int sound, const scheme *s)
{
    const mc_ibe_group *group = s->group;
    size_t parameters_bytes = mc_ibe_parameters_bytes(group);
    size_t partial_bytes = mc_ibe_partial_key_bytes(MC_IBE_FOR_SIGNATURES, group);
    uint8_t *out = fuzz_output(OBJECT_BYTES_MAX);
    if (kind == MC_IBE_MASTER_SECRET)
        require_of_call(mc_ibe_parameters(out, object, bytes, group), MC_OK, sound, out, parameters_bytes);
    if (kind == MC_IBE_SHARE)
        require_of_call(mc_ibe_extract_partial(out, MC_IBE_FOR_SIGNATURES, object, name, bytes, sizeof name, group),
                        MC_OK, sound, out, partial_bytes);
    if (kind == MC_IBE_PRIVATE_KEY && bytes > 7 && object[7] >= 1 && object[7] <= 3) {
        mc_status status = mc_ibe_private_key_check(object, (mc_ibe_use)object[7], name, s->parameters, bytes,
                                                    sizeof name, parameters_bytes, group);
        /* The first of two points may be another's before the second is read. */
        pairing_require(sound ? status == MC_OK || status == MC_IBE_ERROR_KEY : status != MC_OK, "a check of a key");
    }
}

static void of_object(const fuzz_input *input, const scheme *s)
{
    uint8_t kind, number;
    const uint8_t *object = fuzz_copy(input->octets, input->bytes);
    size_t bytes = input->bytes;
    mc_status status = mc_ibe_look(&kind, &number, object, bytes);
    pairing_require(status == MC_OK || (!kind && !number), "no kind is told of an error");
    if (status != MC_OK) {
        for (int any = 1; any <= 9; any++)
            pairing_require(mc_ibe_validate(object, bytes, (mc_ibe_kind)any, s->group) != MC_OK,
                            "a bad head is refused");
        return;
    }
    int sound = is_sound(object, bytes, (mc_ibe_kind)kind, s);
    status = mc_ibe_validate(object, bytes, (mc_ibe_kind)kind, s->group);
    pairing_require(sound == (status == MC_OK), "the formats say the same");
    pairing_require((status == MC_IBE_ERROR_GROUP) == (number != s->number), "another group is called so");
    status = mc_ibe_validate(object, bytes, (mc_ibe_kind)(kind % 9 + 1), s->group);
    pairing_require(status == MC_IBE_ERROR_KIND, "another kind is called so");
    try_public(object, bytes, (mc_ibe_kind)kind, sound, s);
    try_secret(object, bytes, (mc_ibe_kind)kind, sound, s);
}

static void of_identity(const fuzz_input *input)
{
    static const mc_ibe_identity none;
    mc_ibe_identity identity;
    const uint8_t *encoded = fuzz_copy(input->octets, input->bytes);
    mc_status status = mc_ibe_identity_decode(&identity, encoded, input->bytes);
    pairing_require(status == MC_OK || !memcmp(&identity, &none, sizeof none), "no identity is left of an error");
    pairing_require(mc_ibe_identity_check(encoded, input->bytes, 0) != MC_IBE_ERROR_IDENTITY || status != MC_OK,
                    "one status of an identity");
    if (status != MC_OK)
        return;
    uint8_t *again = fuzz_output(input->bytes);
    pairing_require(mc_ibe_identity_bytes(identity.name_bytes, identity.has_validity) == input->bytes, "its length");
    pairing_require(mc_ibe_identity_encode(again, &identity) == MC_OK && !memcmp(again, encoded, input->bytes),
                    "an identity has one encoding");
}

void fuzz_one(fuzz_input *input)
{
    scheme *s = &schemes[input->flags & 1];
    if (!s->master[0])
        make(s);
    if (input->flags & 2)
        of_identity(input);
    else
        of_object(input, s);
}
