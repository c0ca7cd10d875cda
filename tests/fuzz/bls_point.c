/* Decoding points of BLS12-381: with flag 1 of G2, else of G1; the rest of the input is the encoding. OpenSSL judges
 * those of G1 by their definition: flags, range, equation, order. Of both groups a point that is accepted has one
 * encoding of each form, and its opposite is (r - 1) times it. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <string.h>

#include "fuzz.h"
#include "motecurve/pairing/bls12_381.h"
#include "pairing.h"
#include "peer.h"

#define BYTES_MAX 96

static const pairing_curve g1 = {
    "1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB",
    "0",
    "4",
    "73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001",
    "17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB",
    "08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1"};
static const uint8_t minus_1[MC_BLS12_381_SCALAR_BYTES] = {
    0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
    0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00};

/* The status of a string with the length of a compressed point of G1, or of a whole one. */
static mc_status expected(const uint8_t *octets, int is_compressed)
{
    const EC_GROUP *group = pairing_group(&g1);
    uint8_t flags = octets[0] & 0xe0, x_octets[48];
    memcpy(x_octets, octets, 48);
    x_octets[0] &= 0x1f;
    if (!(flags & 0x80) != !is_compressed)
        return MC_ERROR_ENCODING;
    if (flags & 0x40) {
        int is_clean =
            !(flags & 0x20) && fuzz_is_zero(x_octets, 48) && (is_compressed || fuzz_is_zero(octets + 48, 48));
        return is_clean ? MC_ERROR_INFINITY : MC_ERROR_ENCODING;
    }
    if (!is_compressed && flags)
        return MC_ERROR_ENCODING;
    BIGNUM *p = pairing_number(g1.p), *x = BN_bin2bn(x_octets, 48, NULL);
    BIGNUM *y = is_compressed ? NULL : BN_bin2bn(octets + 48, 48, NULL);
    EC_POINT *point = EC_POINT_new(group);
    mc_status status = MC_OK;
    if (BN_cmp(x, p) >= 0 || (y && BN_cmp(y, p) >= 0))
        status = MC_ERROR_COORDINATE_RANGE;
    else if ((y ? EC_POINT_set_affine_coordinates(group, point, x, y, NULL)
                : EC_POINT_set_compressed_coordinates(group, point, x, 0, NULL)) != 1)
        status = MC_ERROR_NOT_ON_CURVE;
    else if (!peer_in_subgroup(group, point))
        status = MC_ERROR_SUBGROUP;
    BN_free(p);
    BN_free(x);
    BN_free(y);
    EC_POINT_free(point);
    return status;
}

static void check_forms(const fuzz_input *input, const uint8_t *whole, size_t bytes, mc_bls12_381_group group)
{
    uint8_t *sum = fuzz_output(bytes), *opposite = fuzz_output(bytes), *again = fuzz_output(2 * bytes);
    uint8_t none[BYTES_MAX] = {0xc0};
    mc_status status = mc_bls12_381_add(sum, whole, none, 2 * bytes, bytes, group);
    pairing_require(status == MC_OK, "a whole point is read again");
    pairing_require(!memcmp(input->bytes == bytes ? sum : whole, input->octets, input->bytes), "each form is unique");
    status = mc_bls12_381_decompress(again, sum, bytes, group);
    pairing_require(status == MC_OK && !memcmp(again, whole, 2 * bytes), "a compressed point is the same");
    if (mc_bls12_381_validate(sum, bytes, group) == MC_ERROR_INFINITY)
        return;
    status = mc_bls12_381_multiply(opposite, minus_1, sum, bytes, group);
    pairing_require(status == MC_OK, "a point has multiples");
    opposite[0] ^= 0x20;
    pairing_require(!memcmp(opposite, sum, bytes), "(r - 1) P = -P");
}

void fuzz_one(fuzz_input *input)
{
    mc_bls12_381_group group = input->flags & 1 ? MC_BLS12_381_G2 : MC_BLS12_381_G1;
    size_t bytes = mc_bls12_381_point_bytes(group);
    uint8_t *whole = fuzz_output(2 * bytes);
    mc_status status = mc_bls12_381_decompress(whole, input->octets, input->bytes, group);
    mc_status judged = mc_bls12_381_validate(input->octets, input->bytes, group);
    pairing_require(judged == status || (judged == MC_ERROR_INFINITY && status == MC_OK), "one status of a point");
    pairing_require(status == MC_OK || fuzz_is_zero(whole, 2 * bytes), "no point is left of an error");
    int is_right_length = input->bytes == bytes || input->bytes == 2 * bytes;
    pairing_require((status == MC_ERROR_LENGTH) == !is_right_length, "two lengths are right");
    if (is_right_length && group == MC_BLS12_381_G1)
        pairing_require(judged == expected(input->octets, input->bytes == bytes), "OpenSSL says the same");
    if (status == MC_OK)
        check_forms(input, whole, bytes, group);
}
