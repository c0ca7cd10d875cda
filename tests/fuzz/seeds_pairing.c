/* First inputs of the targets of pairings: points in both forms, infinity, signatures of every suite, values, objects
 * of identity-based cryptography. */
#include <stdlib.h>
#include <string.h>

#include "motecurve/pairing/bls_signature.h"
#include "motecurve/pairing/eta.h"
#include "motecurve/pairing/ibe.h"
#include "motecurve/pairing/tate.h"
#include "seed_write.h"
#include "seeds_pairing.h"

static struct {
    uint8_t octets[512];
    size_t bytes;
} input;

static void start(uint8_t flags)
{
    input.bytes = 2;
    input.octets[0] = 0;
    input.octets[1] = flags;
}

static void append(const void *octets, size_t bytes)
{
    memcpy(input.octets + input.bytes, octets, bytes);
    input.bytes += bytes;
}

static void save(const char *target, const char *of, const char *what)
{
    seed_write(target, of, what, input.octets, input.bytes);
}

static void require(int holds)
{
    if (!holds)
        abort();
}

static const uint8_t key[32] = {[29] = 5, 17, 99};
static const char message[] = "a message";

static void of_bls_points(mc_bls12_381_group group, const char *name)
{
    uint8_t point[96], whole[192], none[96] = {0xc0};
    size_t bytes = mc_bls12_381_point_bytes(group), length = strlen(message);
    const uint8_t *text = (const uint8_t *)message;
    require(mc_bls12_381_hash(point, text, text, length, length, group) == MC_OK);
    require(mc_bls12_381_decompress(whole, point, bytes, group) == MC_OK);
    start(group == MC_BLS12_381_G2);
    append(point, bytes);
    save("bls_point", name, "compressed");
    start(group == MC_BLS12_381_G2);
    append(whole, 2 * bytes);
    save("bls_point", name, "whole");
    start(group == MC_BLS12_381_G2);
    append(none, bytes);
    save("bls_point", name, "infinity");
}

static void of_bls_suite(mc_bls_suite suite, const char *name)
{
    uint8_t signature[96], public_key[96];
    require(mc_bls_sign(signature, key, (const uint8_t *)message, sizeof message, suite) == MC_OK);
    require(mc_bls_public_key(public_key, key, suite) == MC_OK);
    start((uint8_t)suite);
    append(signature, mc_bls_signature_bytes(suite));
    append(public_key, mc_bls_public_key_bytes(suite));
    append(message, sizeof message);
    save("bls_signature", name, "signature");
    start((uint8_t)(suite | 8));
    append(key, sizeof key);
    append("\11\7", 2);
    append(message, sizeof message);
    save("bls_signature", name, "change");
}

static void of_tate(const mc_tate_group *group, uint8_t flags, const char *name)
{
    uint8_t point[129], small[65], value[128];
    size_t bytes = mc_tate_point_bytes(group), field_bytes = mc_tate_field_bytes(group);
    require(mc_tate_generator(point, group) == MC_OK);
    require(mc_tate_point_shorten(small, point, bytes, group) == MC_OK);
    require(mc_tate_pairing(value, point, point, bytes, bytes, group) == MC_OK);
    start(flags);
    append(point, bytes);
    save("tate", name, "whole");
    start(flags);
    append(small, 1 + field_bytes);
    save("tate", name, "short");
    start(flags | 2);
    append(key + sizeof key - mc_tate_order_bytes(group), mc_tate_order_bytes(group));
    append(value, 2 * field_bytes);
    save("tate", name, "value");
}

static void of_eta(void)
{
    uint8_t point[MC_ETA_271_POINT_BYTES];
    mc_eta_271_generator(point);
    start(0);
    append(point, sizeof point);
    save("eta", "eta-271", "point");
    memset(point + 1, 0, sizeof point - 1); /* (0, 0), of order 5 */
    start(0);
    append(point, sizeof point);
    save("eta", "eta-271", "outside");
    start(0);
    append("", 1);
    save("eta", "eta-271", "infinity");
}

/* A random source that counts. */
static int count(void *context, uint8_t *out, size_t bytes)
{
    uint8_t *next = context;
    while (bytes--)
        *out++ = (*next)++;
    return 0;
}

static void save_object(const char *of, const char *what, uint8_t flags, const uint8_t *object, size_t bytes)
{
    start(flags);
    append(object, bytes);
    save("ibe", of, what);
}

static void of_ibe(const mc_ibe_group *group, uint8_t flags, const char *of)
{
    static const uint8_t identity[] = {1, 1, 'n'};
    static const char *const uses[] = {"opens", "signs", "agrees"};
    uint8_t next = 1, master[64], parameters[192], object[256], shares[2 * 64], public_shares[2 * 192];
    size_t master_bytes = mc_ibe_master_secret_bytes(group), parameters_bytes = mc_ibe_parameters_bytes(group);
    require(mc_ibe_setup(master, parameters, count, &next, group) == MC_OK);
    save_object(of, "master", flags, master, master_bytes);
    save_object(of, "parameters", flags, parameters, parameters_bytes);
    for (int use = 1; use <= 3; use++) {
        size_t bytes = mc_ibe_private_key_bytes((mc_ibe_use)use, group);
        require(mc_ibe_extract(object, (mc_ibe_use)use, master, identity, master_bytes, sizeof identity, group) ==
                MC_OK);
        save_object(of, uses[use - 1], flags, object, bytes);
    }
    require(mc_ibe_extract(object, MC_IBE_FOR_SIGNATURES, master, identity, master_bytes, sizeof identity, group) ==
            MC_OK);
    uint8_t signature[256];
    require(mc_ibe_sign(signature, object, identity, (const uint8_t *)message,
                        mc_ibe_private_key_bytes(MC_IBE_FOR_SIGNATURES, group), sizeof identity, sizeof message,
                        group) == MC_OK);
    save_object(of, "signature", flags, signature, mc_ibe_signature_bytes(group));
    require(mc_ibe_encrypt(object, (const uint8_t *)message, identity, parameters, sizeof message, sizeof identity,
                           parameters_bytes, count, &next, group) == MC_OK);
    save_object(of, "ciphertext", flags, object, sizeof message + mc_ibe_overhead_bytes(group));
    require(mc_ibe_split(shares, public_shares, master, master_bytes, 2, 2, count, &next, group) == MC_OK);
    save_object(of, "share", flags, shares, mc_ibe_share_bytes(group));
    save_object(of, "public-share", flags, public_shares, mc_ibe_public_share_bytes(group));
    require(mc_ibe_extract_partial(object, MC_IBE_FOR_ENCRYPTION, shares, identity, mc_ibe_share_bytes(group),
                                   sizeof identity, group) == MC_OK);
    save_object(of, "part", flags, object, mc_ibe_partial_key_bytes(MC_IBE_FOR_ENCRYPTION, group));
}

static void of_identities(void)
{
    static const uint8_t with_days[] = {2, 4, 'n', 'o', 'd', 'e', 0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8};
    static const uint8_t without[] = {1, 4, 'n', 'o', 'd', 'e'};
    save_object("identity", "with-days", 2, with_days, sizeof with_days);
    save_object("identity", "without", 2, without, sizeof without);
}

void seeds_of_pairings(void)
{
    static const char *const suites[] = {"G2_NUL", "G2_AUG", "G2_POP", "G1_NUL", "G1_AUG", "G1_POP"};
    of_bls_points(MC_BLS12_381_G1, "G1");
    of_bls_points(MC_BLS12_381_G2, "G2");
    for (unsigned i = 0; i < 6; i++)
        of_bls_suite((mc_bls_suite)i, suites[i]);
    of_tate(&mc_tate_256, 0, "tate-256");
    of_tate(&mc_tate_512, 1, "tate-512");
    of_eta();
    of_ibe(&mc_ibe_bls12_381, 0, "bls12-381");
    of_ibe(&mc_ibe_tate_256, 1, "tate-256");
    of_identities();
}
