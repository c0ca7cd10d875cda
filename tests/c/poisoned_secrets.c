/* Secrets under valgrind: private keys, nonces, scalars and elements are marked undefined, so that memcheck reports
 * every jump and every address that depends on one. tests/src/whole/test_poisoned_secrets.py builds this with the
 * sources of one field and runs it under valgrind. Without valgrind it only compares results, which shows that the
 * secrets take part.
 *
 * Some facts are public although they come from secrets: whether a key or a nonce is in its range, and so how many
 * were rejected; whether a signature or an agreement failed. The test compiles protocol/ and encoding/ with the
 * functions that decide this renamed to the public_<name> below. Those mark only the answer as defined. A number
 * below an order has no bits above those of the order; that is no secret either, but memcheck cannot follow it.
 *
 * With the argument `branch` or `index` it runs a planted leak instead. fields: fb163 fp256r1 */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "encoding/encoding.h"
#include "fp/order.h"
#include "motecurve/key.h"
#include "native/api.h"
#include "protocol/protocol.h"
#include "scalar/scalar.h"

#define DIGEST_BYTES 32

static int failures;

static void expect(const char *what, int holds)
{
    if (!holds) {
        printf("%s: wrong\n", what);
        failures++;
    }
}

static void poison(void *secret, size_t bytes)
{
    VALGRIND_MAKE_MEM_UNDEFINED(secret, bytes);
}

static void reveal(void *result, size_t bytes)
{
    VALGRIND_MAKE_MEM_DEFINED(result, bytes);
}

/* The same numbers in every run. */
static void fill(void *out, size_t bytes)
{
    static uint32_t state = 2463534242;
    for (uint8_t *p = out; bytes--; p++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        *p = (uint8_t)(state >> 8);
    }
}

/* Clears the bits from `bits` on; memcheck then knows that these bits are defined. */
static void keep_bits(mc_word *a, unsigned words, unsigned bits)
{
    for (unsigned i = 0; i<words; i++, bits = bits> MC_WORD_BITS ? bits - MC_WORD_BITS : 0)
        if (bits < MC_WORD_BITS)
            a[i] &= (mc_word)(((mc_word)1 << bits) - 1);
}

#define PUBLIC(name) MC_CONCATENATE(public_, name)

/* For authentication tags. */
uint8_t PUBLIC(mc_octets_equal)(const uint8_t *a, const uint8_t *b, size_t bytes);
uint8_t PUBLIC(mc_octets_equal)(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    uint8_t equal = mc_octets_equal(a, b, bytes);
    reveal(&equal, sizeof equal);
    return equal;
}

mc_word PUBLIC(ORDER(mask_zero))(const mc_word *a)
{
    mc_word mask = ORDER(mask_zero)(a);
    reveal(&mask, sizeof mask);
    return mask;
}

mc_word PUBLIC(ORDER(mask_below))(const mc_word *a, const MC_FLASH ORDER(modulus) *m)
{
    mc_word mask = ORDER(mask_below)(a, m);
    reveal(&mask, sizeof mask);
    return mask;
}

mc_word PUBLIC(EC(affine_mask_infinity))(const EC(affine) *p)
{
    mc_word mask = EC(affine_mask_infinity)(p);
    reveal(&mask, sizeof mask);
    return mask;
}

mc_word PUBLIC(EC(mask_zero))(const mc_word *a)
{
    mc_word mask = field_mask_zero(a);
    reveal(&mask, sizeof mask);
    return mask;
}

mc_word PUBLIC(EC(mask_equal))(const mc_word *a, const mc_word *b)
{
    mc_word mask = field_mask_equal(a, b);
    reveal(&mask, sizeof mask);
    return mask;
}

#if !FIELD_HAS_EDWARDS_CURVES

/* A caller that compresses a point gives it out. */
uint8_t PUBLIC(EC(affine_y_bit_var))(const EC(affine) *p)
{
    reveal((void *)p, sizeof *p);
    return EC(affine_y_bit_var)(p);
}

#endif

static void keep_bits_of_order(mc_word *r, const ORDER(modulus) *m)
{
    unsigned bits = EC_SCALAR_WORDS * MC_WORD_BITS;
    while (!(m->n[(bits - 1) / MC_WORD_BITS] >> ((bits - 1) % MC_WORD_BITS) & 1))
        bits--;
    keep_bits(r, EC_SCALAR_WORDS, bits);
}

void PUBLIC(order_mul)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH ORDER(modulus) *m)
{
    order_mul(r, a, b, m);
    keep_bits_of_order(r, m);
}

void PUBLIC(order_add)(mc_word *r, const mc_word *a, const mc_word *b, const MC_FLASH ORDER(modulus) *m)
{
    order_add(r, a, b, m);
    keep_bits_of_order(r, m);
}

void PUBLIC(ORDER(from_octets_little))(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits,
                                       const MC_FLASH ORDER(modulus) *m)
{
    ORDER(from_octets_little)(r, octets, count, modulus_bits, m);
    keep_bits_of_order(r, m);
}

/* A poisoned scalar and, in `open`, a copy that is not. */
static void make_scalar(mc_word *k, mc_word *open, const EC(curve) *curve)
{
    fill(k, EC_SCALAR_WORDS * sizeof *k);
    keep_bits(k, EC_SCALAR_WORDS, curve->order_bits - 1U);
    memcpy(open, k, EC_SCALAR_WORDS * sizeof *k);
    poison(k, EC_SCALAR_WORDS * sizeof *k);
    keep_bits(k, EC_SCALAR_WORDS, curve->order_bits);
}

static int is_var(const char *name)
{
    return strcmp(name + strlen(name) - 4, "_var") == 0;
}

typedef mc_status scalar_mult(EC(affine) *, const mc_word *, const EC(affine) *, const EC(curve) *);
typedef mc_status scalar_mult_base(EC(affine) *, const mc_word *, const EC(curve) *);

/* Members for other curves, or with a table that the curve does not have, say so. */
static void check_point(const char *name, mc_status status, EC(affine) *r, const EC(affine) *expected)
{
    reveal(r, sizeof *r);
    expect(name, status == MC_ERROR_UNSUPPORTED || (status == MC_OK && memcmp(r, expected, sizeof *r) == 0));
}

/* A multiple of a multiple of the generator. */
static void check_scalar_mult(const char *name, scalar_mult *member, const EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS], open[EC_SCALAR_WORDS];
    EC(affine) p, r, expected;
    if (is_var(name))
        return;
    EC(affine_generator)(&p, curve);
    EC(affine_double_var)(&p, &p, curve);
    make_scalar(k, open, curve);
    EC(scalar_mult_binary_var)(&expected, open, &p, curve);
    mc_status status = member(&r, k, &p, curve);
    check_point(name, status, &r, &expected);
}

static void check_scalar_mult_base(const char *name, scalar_mult_base *member, const EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS], open[EC_SCALAR_WORDS];
    EC(affine) p, r, expected;
    if (is_var(name))
        return;
    EC(affine_generator)(&p, curve);
    make_scalar(k, open, curve);
    EC(scalar_mult_binary_var)(&expected, open, &p, curve);
    mc_status status = member(&r, k, curve);
    check_point(name, status, &r, &expected);
}

static void check_inversion(const char *name, void (*member)(mc_word *, const mc_word *))
{
    mc_word a[EC_WORDS], r[EC_WORDS], one[EC_WORDS];
    if (is_var(name))
        return;
    fill(a, sizeof a);
    keep_bits(a, EC_WORDS, EC_FIELD_BITS - 1);
    poison(a, sizeof a);
    keep_bits(a, EC_WORDS, EC_FIELD_BITS);
    member(r, a);
    field_mul(r, r, a);
    reveal(r, sizeof r);
    field_set_small(one, 1);
    expect(name, memcmp(r, one, sizeof r) == 0);
}

static void check_order_inversion(const EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS], open[EC_SCALAR_WORDS], r[EC_SCALAR_WORDS];
    make_scalar(k, open, curve);
    order_inv(r, k, curve->modulus);
    order_mul(r, r, k, curve->modulus);
    ORDER(from_form)(r, r, curve->modulus);
    reveal(r, sizeof r);
    keep_bits(r, EC_SCALAR_WORDS, curve->order_bits);
    for (unsigned i = 1; i < EC_SCALAR_WORDS; i++)
        r[0] |= r[i];
    expect("order_inv", r[0] == 1);
}

/* The first two blocks test the source and are not used; the blocks after them are secret. context counts the calls. */
static int draw(void *context, uint8_t *out, size_t bytes)
{
    fill(out, bytes);
    if ((*(unsigned *)context)++ >= 2)
        poison(out, bytes);
    return 0;
}

#include "poisoned_encryption.h"

#if FIELD_HAS_MONTGOMERY_CURVES

typedef mc_status scalar_mult_x(mc_word *, const mc_word *, const mc_word *, const EC(montgomery_curve) *);

static void check_scalar_mult_x(const char *name, scalar_mult_x *member, const EC(montgomery_curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS], r[EC_WORDS];
    if (is_var(name))
        return;
    fill(k, sizeof k);
    poison(k, sizeof k);
    keep_bits(k, EC_SCALAR_WORDS, EC_SCALAR_BITS);
    expect(name, member(r, k, curve->generator_x, curve) == MC_OK);
}

static void check_x(const EC(montgomery_curve) *curve)
{
    uint8_t d[2][EC_BYTES], q[2][EC_BYTES], secret[2][EC_BYTES];
    for (unsigned i = 0; i < 2; i++) {
        unsigned calls = 0;
        expect("x_key_generate", EC(x_key_generate)(d[i], q[i], draw, &calls, curve) == MC_OK);
        reveal(q[i], EC_BYTES);
    }
    for (unsigned i = 0; i < 2; i++) {
        expect("x_ecdh", EC(x_ecdh)(secret[i], d[i], q[1 - i], EC_BYTES, EC_BYTES, curve) == MC_OK);
        reveal(secret[i], EC_BYTES);
    }
    expect("x_ecdh", memcmp(secret[0], secret[1], EC_BYTES) == 0);
#define CHECK_SCALAR_MULT_X(f) check_scalar_mult_x(#f, EC(f), curve);
    MC_SCALAR_MULT_X_MEMBERS(CHECK_SCALAR_MULT_X)
}

#endif

#if !FIELD_HAS_EDWARDS_CURVES

typedef mc_status agreement(uint8_t *, const uint8_t *, const uint8_t *, size_t, size_t, const EC(curve) *);

typedef struct {
    uint8_t d[EC_SCALAR_BYTES_MAX], q[EC_POINT_BYTES];
} key_pair;

static void check_agreement(const char *name, agreement *agree, const key_pair *keys, const EC(curve) *curve)
{
    uint8_t secret[2][EC_BYTES];
    for (unsigned i = 0; i < 2; i++) {
        expect(name,
               agree(secret[i], keys[i].d, keys[1 - i].q, EC_SCALAR_BYTES(curve), EC_POINT_BYTES, curve) == MC_OK);
        reveal(secret[i], EC_BYTES);
    }
    expect(name, memcmp(secret[0], secret[1], EC_BYTES) == 0);
}

static void check_signature(const char *name, mc_status status, uint8_t *signature, const uint8_t *digest,
                            const key_pair *keys, const EC(curve) *curve)
{
    const size_t bytes = 2 * EC_SCALAR_BYTES(curve);
    reveal(signature, bytes);
    if (status == MC_OK)
        status = EC(ecdsa_verify_digest)(signature, keys->q, digest, bytes, EC_POINT_BYTES, DIGEST_BYTES, curve);
    expect(name, status == MC_OK);
}

static void check_schnorr(const key_pair *keys, const EC(curve) *curve)
{
    uint8_t message[DIGEST_BYTES], signature[DIGEST_BYTES + EC_SCALAR_BYTES_MAX];
    const size_t bytes = EC_SCALAR_BYTES(curve);
    unsigned calls = 0;
    fill(message, sizeof message);
    for (unsigned i = 0; i < 2; i++) {
        mc_status status = i ? EC(schnorr_sign_random)(signature, keys->d, message, bytes, sizeof message,
                                                       MC_SCHNORR_OPTIMISED, &mc_sha256, draw, &calls, curve)
                             : EC(schnorr_sign)(signature, keys->d, message, bytes, sizeof message,
                                                MC_SCHNORR_OPTIMISED, &mc_sha256, curve);
        reveal(signature, sizeof signature);
        if (status == MC_OK)
            status = EC(schnorr_verify)(signature, keys->q, message, DIGEST_BYTES + bytes, EC_POINT_BYTES,
                                        sizeof message, MC_SCHNORR_OPTIMISED, &mc_sha256, curve);
        expect(i ? "schnorr_sign_random" : "schnorr_sign", status == MC_OK);
    }
}

/* The first key pair belongs to the authority, the second to the request. */
static void check_ecqv(const key_pair *keys, const EC(curve) *curve)
{
    static const uint8_t info[] = "node 17";
    uint8_t certificate[MC_ECQV_CERTIFICATE_BYTES(sizeof info, EC_BYTES)], r[EC_SCALAR_BYTES_MAX];
    uint8_t d[EC_SCALAR_BYTES_MAX], q[EC_POINT_BYTES], again[EC_POINT_BYTES];
    const size_t bytes = EC_SCALAR_BYTES(curve);
    unsigned calls = 0;
    mc_status status = EC(ecqv_issue)(certificate, r, keys[0].d, keys[1].q, info, bytes, EC_POINT_BYTES, sizeof info,
                                      &mc_sha256, draw, &calls, curve);
    expect("ecqv_issue", status == MC_OK);
    reveal(certificate, sizeof certificate);
    reveal(r, bytes);
    status = EC(ecqv_receive)(d, q, certificate, r, keys[1].d, keys[0].q, sizeof certificate, bytes, bytes,
                              EC_POINT_BYTES, &mc_sha256, curve);
    expect("ecqv_receive", status == MC_OK && EC(public_key)(again, d, bytes, curve) == MC_OK);
    reveal(again, sizeof again);
    expect("ecqv_receive", memcmp(again, q, sizeof again) == 0);
}

/* One pass: the receiver's key pair serves as both the static and the ephemeral one. */
static void check_ecmqv(const key_pair *keys, const EC(curve) *curve)
{
    uint8_t secret[2][EC_BYTES];
    key_pair ephemeral;
    const size_t bytes = EC_SCALAR_BYTES(curve);
    unsigned calls = 0;
    expect("ecmqv", EC(key_generate)(ephemeral.d, ephemeral.q, draw, &calls, curve) == MC_OK);
    reveal(ephemeral.q, EC_POINT_BYTES);
    mc_status status =
        EC(ecmqv)(secret[0], keys[0].d, ephemeral.d, ephemeral.q, keys[1].q, keys[1].q, bytes, EC_POINT_BYTES, curve);
    expect("ecmqv", status == MC_OK);
    status =
        EC(ecmqv)(secret[1], keys[1].d, keys[1].d, keys[1].q, keys[0].q, ephemeral.q, bytes, EC_POINT_BYTES, curve);
    expect("ecmqv", status == MC_OK);
    reveal(secret, sizeof secret);
    expect("ecmqv", memcmp(secret[0], secret[1], EC_BYTES) == 0);
}

static void check_protocols(const EC(curve) *curve)
{
    key_pair keys[2];
    uint8_t again[EC_POINT_BYTES], digest[DIGEST_BYTES];
    uint8_t signature[2 * EC_SCALAR_BYTES_MAX + MC_MAX_EXTENSION_BYTES];
    const size_t bytes = EC_SCALAR_BYTES(curve);
    unsigned calls;
    for (unsigned i = 0; i < 2; i++) {
        calls = 0;
        expect("key_generate", EC(key_generate)(keys[i].d, keys[i].q, draw, &calls, curve) == MC_OK);
        reveal(keys[i].q, EC_POINT_BYTES);
    }
    expect("public_key", EC(public_key)(again, keys[0].d, bytes, curve) == MC_OK);
    reveal(again, sizeof again);
    expect("public_key", memcmp(again, keys[0].q, sizeof again) == 0);
    check_agreement("ecdh", EC(ecdh), keys, curve);
    check_agreement("ecdh_cofactor", EC(ecdh_cofactor), keys, curve);
    fill(digest, sizeof digest);
    mc_status status = EC(ecdsa_sign_digest)(signature, keys[0].d, digest, bytes, sizeof digest, curve);
    check_signature("ecdsa_sign_digest", status, signature, digest, keys, curve);
    status = EC(ecdsa_sign_digest_extended)(signature, keys[0].d, digest, bytes, sizeof digest, curve);
    check_signature("ecdsa_sign_digest_extended", status, signature, digest, keys, curve);
    calls = 0;
    status = EC(ecdsa_sign_digest_random)(signature, keys[0].d, digest, bytes, sizeof digest, draw, &calls, curve);
    check_signature("ecdsa_sign_digest_random", status, signature, digest, keys, curve);
    calls = 2; /* no blocks that test the source: everything drawn is secret */
    status = EC(ecdsa_sign_digest_hedged)(signature, keys[0].d, digest, bytes, sizeof digest, draw, &calls, curve);
    check_signature("ecdsa_sign_digest_hedged", status, signature, digest, keys, curve);
    const mc_hash *const hashes[] = {&mc_sha1, &mc_sha224, &mc_sha256, &mc_sha384, &mc_sha512};
    for (unsigned i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        status = EC(ecdsa_sign_digest_with_hash)(signature, keys[0].d, digest, bytes, sizeof digest, hashes[i], curve);
        check_signature("ecdsa_sign_digest_with_hash", status, signature, digest, keys, curve);
    }
    check_schnorr(keys, curve);
    check_ecqv(keys, curve);
    check_ecmqv(keys, curve);
}

#endif

#if FIELD_HAS_EDDSA_CURVES

static void check_eddsa(const EC(curve) *curve)
{
    uint8_t d[EDWARDS_POINT_BYTES], q[EDWARDS_POINT_BYTES], message[DIGEST_BYTES], signature[2 * EDWARDS_POINT_BYTES];
    unsigned calls = 0;
    expect("ed_key_generate", EC(ed_key_generate)(d, q, draw, &calls, curve) == MC_OK);
    reveal(q, sizeof q);
    fill(message, sizeof message);
    uint8_t expanded[MC_EDDSA_EXPANDED_KEY_BYTES(EDWARDS_POINT_BYTES)];
    expect("ed_eddsa_key_expand", EC(ed_eddsa_key_expand)(expanded, d, sizeof d, curve) == MC_OK);
    expect("ed_eddsa_sign", EC(ed_eddsa_sign)(signature, d, message, sizeof d, sizeof message, curve) == MC_OK);
    reveal(signature, sizeof signature);
    expect("ed_eddsa_verify",
           EC(ed_eddsa_verify)(signature, q, message, sizeof signature, sizeof q, sizeof message, curve) == MC_OK);
}

#endif

static void check_curve(const EC(curve) *curve)
{
#define CHECK_SCALAR_MULT(f)      check_scalar_mult(#f, EC(f), curve);
#define CHECK_SCALAR_MULT_BASE(f) check_scalar_mult_base(#f, EC(f), curve);
    MC_SCALAR_MULT_MEMBERS(CHECK_SCALAR_MULT)
    MC_SCALAR_MULT_BASE_MEMBERS(CHECK_SCALAR_MULT_BASE)
    check_order_inversion(curve);
#if !FIELD_HAS_EDWARDS_CURVES
    check_protocols(curve);
#endif
}

/* Planted leaks. */
static volatile uint8_t sink;

MC_NOINLINE void leak_by_branch(const mc_word *k)
{
    if (k[0] & 1)
        sink++;
}

MC_NOINLINE void leak_by_index(const mc_word *k)
{
    static const uint8_t table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    sink = table[k[0] & 7];
}

static int plant(const char *name)
{
    mc_word k[1];
    fill(k, sizeof k);
    poison(k, sizeof k);
    if (strcmp(name, "branch") == 0)
        leak_by_branch(k);
    else
        leak_by_index(k);
    return 0;
}

int main(int count, char **arguments)
{
    if (count > 1)
        return plant(arguments[1]);
#if MC_NATIVE_CARRYLESS
    printf("level %s\n", mc_native_level());
#endif
#define CHECK_INVERSION(f) check_inversion(#f, EC(f));
#if FIELD_IS_PRIME
    MC_FP_INV_MEMBERS(CHECK_INVERSION)
#else
    MC_INV_MEMBERS(CHECK_INVERSION)
#endif
    check_aes();
    check_aeads();
    for (size_t i = 0; i < mc_curve_count(); i++) {
        check_encryption(mc_curve_at(i));
        check_hpke(mc_curve_at(i));
        check_spake2plus(mc_curve_at(i));
    }
    check_derivation();
#define CHECK_CURVE(curve) check_curve(&mc_##curve);
    EC_CURVES(CHECK_CURVE)
#if FIELD_HAS_EDDSA_CURVES
#define CHECK_EDDSA(curve) check_eddsa(&mc_##curve);
    EC_EDDSA_CURVES(CHECK_EDDSA)
#endif
#if FIELD_HAS_MONTGOMERY_CURVES
#define CHECK_X(curve) check_x(&mc_##curve);
    EC_MONTGOMERY_CURVES(CHECK_X)
#endif
    return failures != 0;
}
