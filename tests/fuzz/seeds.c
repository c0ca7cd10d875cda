/* Writes first inputs for every target: `seeds FOLDER` makes FOLDER/<target>/<curve>-<what>, with valid keys, points
 * and signatures on every curve of the build, and of every group with pairings. libFuzzer starts from these. */
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/ecdsa.h"
#include "motecurve/ecies.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"
#include "motecurve/key_file.h"
#include "motecurve/point.h"
#include "seed_write.h"
#include "seeds_pairing.h"

#define PART_BYTES_MAX 512

static const mc_curve *curve;
static uint8_t curve_index;

typedef struct {
    uint8_t octets[PART_BYTES_MAX];
    size_t bytes;
} part;

static part input;

static void append(const void *octets, size_t bytes)
{
    memcpy(input.octets + input.bytes, octets, bytes);
    input.bytes += bytes;
}

static void start(uint8_t flags)
{
    input.bytes = 0;
    append(&curve_index, 1);
    append(&flags, 1);
}

static void save(const char *target, const char *what)
{
    seed_write(target, mc_curve_name(curve), what, input.octets, input.bytes);
}

static void save_one(const char *target, const char *what, uint8_t flags, const part *content)
{
    start(flags);
    append(content->octets, content->bytes);
    save(target, what);
}

static void save_points(const part *public_key)
{
    static const struct {
        const char *name;
        mc_point_form form;
    } forms[] = {{"compressed", MC_POINT_COMPRESSED}, {"hybrid", MC_POINT_HYBRID}};
    save_one("point", "uncompressed", 0, public_key);
    for (unsigned i = 0; i < 2; i++) {
        part point = {{0}, public_key->bytes};
        if (forms[i].form == MC_POINT_COMPRESSED)
            point.bytes = 1 + mc_curve_field_bytes(curve);
        if (mc_point_encode(point.octets, public_key->octets, forms[i].form, public_key->bytes, curve) == MC_OK)
            save_one("point", forms[i].name, 0, &point);
    }
}

static void save_agreements(const part *d, const part *public_key)
{
    start(2);
    append(d->octets, d->bytes);
    append(public_key->octets, public_key->bytes);
    save("ecdh", "uncompressed");
    start(1);
    append(d->octets, d->bytes);
    append("\2", 1);
    append(public_key->octets + 1, mc_curve_field_bytes(curve));
    save("ecdh", "compressed");
}

static void save_signatures(const part *d, const part *public_key)
{
    uint8_t digest[32] = "a digest";
    part signature = {{0}, mc_curve_signature_bytes(curve)}, der = {{0}, 0};
    if (mc_ecdsa_sign_digest(signature.octets, d->octets, digest, d->bytes, sizeof digest, curve) != MC_OK)
        return;
    start(0);
    append(signature.octets, signature.bytes);
    append(public_key->octets, public_key->bytes);
    append(digest, sizeof digest);
    save("verify", "signature");
    start(1);
    append(d->octets, d->bytes);
    append("\4\7", 2);
    append(digest, sizeof digest);
    save("verify", "change");
    if (mc_ecdsa_signature_to_der(der.octets, &der.bytes, signature.octets, signature.bytes, curve) != MC_OK)
        abort();
    save_one("der", "signature", 0, &der);
}

static void save_encryptions(const part *d, const part *public_key)
{
    static const uint8_t message[] = "a message";
    mc_ecies_options options = MC_ECIES_DEFAULTS;
    part ciphertext = {{0}, sizeof message + mc_ecies_overhead_bytes(&options, curve)};
    if (mc_ecies_encrypt_given(ciphertext.octets, public_key->octets, message, d->octets, public_key->bytes,
                               sizeof message, d->bytes, &options, curve) != MC_OK)
        return;
    start(0);
    append(d->octets, d->bytes);
    append(ciphertext.octets, ciphertext.bytes);
    save("ecies", "ciphertext");
    start(1);
    append(d->octets, d->bytes);
    append("\3\14", 2);
    append(message, sizeof message);
    save("ecies", "change");
}

static void save_in_pem(const char *what, uint8_t flags, const char *label, const part *file)
{
    part text = {{0}, 0};
    char *at = (char *)text.octets;
    at += sprintf(at, "-----BEGIN %s-----\n", label);
    at += EVP_EncodeBlock((unsigned char *)at, file->octets, (int)file->bytes);
    at += sprintf(at, "\n-----END %s-----\n", label);
    text.bytes = (size_t)(at - (char *)text.octets);
    save_one("key_file", what, flags, &text);
}

/* PKCS #8 and SubjectPublicKeyInfo, in DER and in PEM. */
static void save_key_files(const part *d, const part *public_key)
{
    part private_file = {{0}, 0}, public_file = {{0}, 0};
    if (mc_private_key_to_der(private_file.octets, &private_file.bytes, d->octets, d->bytes, curve) != MC_OK ||
        mc_public_key_to_der(public_file.octets, &public_file.bytes, public_key->octets, public_key->bytes, curve))
        return;
    save_one("key_file", "private", 0, &private_file);
    save_one("key_file", "public", 1, &public_file);
    save_in_pem("private-pem", 3, "PRIVATE KEY", &private_file);
    save_in_pem("public-pem", 4, "PUBLIC KEY", &public_file);
}

/* X25519, X448, Ed25519, Ed448. */
static void save_of_rfc_8410(const part *d, const part *public_key)
{
    static const uint8_t message[] = "a message";
    part signature = {{0}, mc_curve_signature_bytes(curve)};
    uint8_t is_448 = curve == mc_curve_find("Curve448") || curve == mc_curve_find("Ed448");
    if (!signature.bytes) {
        start(is_448);
        append(d->octets, d->bytes);
        append(public_key->octets, public_key->bytes);
        save("xdh", "agreement");
        return;
    }
    if (mc_eddsa_sign(signature.octets, d->octets, message, d->bytes, sizeof message, curve) != MC_OK)
        abort();
    start(2 * is_448);
    append(signature.octets, signature.bytes);
    append(public_key->octets, public_key->bytes);
    append(message, sizeof message);
    save("eddsa", "signature");
    start(2 * is_448 + 1);
    append(d->octets, d->bytes);
    append("\11\7", 2);
    append(message, sizeof message);
    save("eddsa", "change");
}

static int is_weierstrass(void)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES], empty = 0;
    return mc_point_decode(point, &empty, 0, curve) != MC_ERROR_UNSUPPORTED;
}

/* Changes of each message of EDHOC, and its error messages; of one curve, since they take none. */
static void save_edhoc(void)
{
    static const part changes[] = {{{1}, 1}, {{0, 1}, 2}, {{[44] = 1}, 45}};
    static const part errors[] = {{{0x01, 0x62, 'n', 'o'}, 4}, {{0x02, 0x82, 0x06, 0x02}, 4}, {{0x03, 0xf5}, 2}};
    char name[] = "change-0-0", error[] = "error-0";
    for (uint8_t i = 0; i < 3; i++) {
        for (uint8_t number = 0; number < 4; number++) {
            name[7] = (char)('1' + number);
            name[9] = (char)('0' + i);
            save_one("edhoc", name, 4 | number, &changes[i]);
        }
        error[6] = (char)('1' + i);
        save_one("edhoc", error, 8, &errors[i]);
    }
}

/* Messages of CoAP, whole and as OSCORE encrypts them, a protected one, and changes of a true one; of one curve. */
static void save_oscore(void)
{
    static const part octets[] = {{{0x41, 2, 0, 7, 't', 0x91, 9, 0xc0, 0xff, 1, 2}, 11},
                                  {{2, 0xb1, 'r', 0xd1, 1, 'x', 0xff, 3}, 8},
                                  {{0x41, 2, 0, 7, 't', 0x93, 9, 0, 0x37, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 19},
                                  {{[3] = 1}, 4}};
    char name[] = "datagram-0";
    for (uint8_t i = 0; i < 4; i++) {
        name[9] = (char)('1' + i);
        save_one("oscore", name, i, &octets[i]);
    }
    name[9]++;
    save_one("oscore", name, 7, &octets[3]);
}

/* Steps of two nodes, after none and after some frames, with one key for all and with LEAP. */
static void save_network(void)
{
    static const part steps[] = {{{0, 4, 0, 4}, 4},
                                 {{3, 0x8f, 7, 0x8e, 0, 4}, 6},
                                 {{2, 12, 1, 6, 14, 0x80, 3, 15}, 8},
                                 {{1, 12, 0x61, 0x88, 1, 'N', 'M', 2, 0, 1, 0, 0x13, 0, 0}, 14}};
    char name[] = "steps-0-00";
    for (uint8_t i = 0; i < 4; i++) {
        for (uint8_t frames = 0; frames < 16; frames += 3) {
            name[6] = (char)('1' + i);
            name[8] = (char)('0' + frames / 10);
            name[9] = (char)('0' + frames % 10);
            save_one("network", name, (uint8_t)(frames << 4 | (i & 1)), &steps[i]);
        }
    }
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "seeds: give the folder of the corpora\n");
        return 2;
    }
    seed_folder(arguments[1]);
    seeds_of_pairings();
    for (size_t i = 0; i < mc_curve_count(); i++) {
        curve = mc_curve_at(i);
        curve_index = (uint8_t)i;
        part d = {{0}, mc_curve_scalar_bytes(curve)}, public_key = {{0}, mc_curve_public_key_bytes(curve)};
        for (size_t j = 1; j < d.bytes; j++)
            d.octets[j] = (uint8_t)(17 * j + i);
        if (mc_public_key(public_key.octets, d.octets, d.bytes, curve) != MC_OK)
            continue;
        if (strcmp(mc_curve_name(curve), "secp256r1") == 0) {
            save_edhoc();
            save_oscore();
            save_network();
        }
        save_one("key", "private", 0, &d);
        save_one("key", "public", 1, &public_key);
        save_encryptions(&d, &public_key);
        save_key_files(&d, &public_key);
        if (is_weierstrass()) {
            save_points(&public_key);
            save_agreements(&d, &public_key);
            save_signatures(&d, &public_key);
        } else {
            save_of_rfc_8410(&d, &public_key);
        }
    }
    return 0;
}
