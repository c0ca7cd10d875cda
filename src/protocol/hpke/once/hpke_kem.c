/* The KEMs of RFC 9180, 7.1, over Diffie-Hellman. */
#include "protocol/hpke/hpke.h"

#include "motecurve/key.h"
#include "native/burn.h"

#include <string.h>

/* In a mote image the names are compared when it is compiled. */
mc_status mc_hpke_find_kem(mc_hpke_kem *kem, const mc_curve *curve)
{
    if (!curve)
        return MC_ERROR_UNSUPPORTED;
    if (curve == mc_curve_find("secp256r1"))
        *kem = (mc_hpke_kem){0x0010, 0xff, &mc_sha256};
    else if (curve == mc_curve_find("Curve25519"))
        *kem = (mc_hpke_kem){0x0020, 0, &mc_sha256};
#if MC_WITH_SHA512
    else if (curve == mc_curve_find("secp384r1"))
        *kem = (mc_hpke_kem){0x0011, 0xff, &mc_sha384};
    else if (curve == mc_curve_find("secp521r1"))
        *kem = (mc_hpke_kem){0x0012, 0x01, &mc_sha512};
    else if (curve == mc_curve_find("Curve448"))
        *kem = (mc_hpke_kem){0x0021, 0, &mc_sha512};
#endif
    else
        return MC_ERROR_UNSUPPORTED;
    return MC_OK;
}

mc_status mc_hpke_shared_secret(uint8_t *secret, const mc_hpke_agreement *agreement, const mc_hpke_kem *kem,
                                const mc_curve *curve)
{
    mc_hpke_labels labels;
    uint8_t key[MC_HASH_MAX_DIGEST_BYTES];
    mc_hpke_label_kem(&labels, kem);
    mc_hpke_extract(key, &labels, NULL, 0, "eae_prk", agreement->secrets,
                    agreement->secrets_count * mc_curve_field_bytes(curve));
    const mc_status status = mc_hpke_expand(secret, mc_hash_digest_bytes(kem->hash), &labels, key, "shared_secret",
                                            agreement->keys, agreement->keys_count * mc_curve_public_key_bytes(curve));
    mc_wipe(key, sizeof key);
    return status;
}

/* The first candidate that is a private key: any bytes on Montgomery curves, else the number of a byte decides. A
 * source of 256 candidates below 2^bits of the order fails with a probability that is no accident's. */
static mc_status derive(uint8_t *private_key, uint8_t *public_key, const uint8_t *key, const mc_hpke_labels *labels,
                        uint8_t first_bits, const mc_curve *curve)
{
    const size_t bytes = mc_curve_scalar_bytes(curve);
    if (!first_bits) {
        const mc_status status = mc_hpke_expand(private_key, bytes, labels, key, "sk", NULL, 0);
        return status == MC_OK ? mc_public_key(public_key, private_key, bytes, curve) : status;
    }
    mc_status status = MC_ERROR_SCALAR_ZERO;
    for (uint16_t number = 0; number < 256; number++) {
        const uint8_t octet = (uint8_t)number;
        status = mc_hpke_expand(private_key, bytes, labels, key, "candidate", &octet, 1);
        private_key[0] &= first_bits;
        if (status == MC_OK)
            status = mc_public_key(public_key, private_key, bytes, curve);
        if (status != MC_ERROR_SCALAR_ZERO && status != MC_ERROR_SCALAR_RANGE)
            return status;
    }
    return MC_ERROR_SCALAR_ZERO;
}

mc_status mc_hpke_derive_key_pair(uint8_t *private_key, uint8_t *public_key, const uint8_t *material,
                                  size_t material_bytes, const mc_curve *curve)
{
    mc_hpke_kem kem;
    mc_hpke_labels labels;
    uint8_t key[MC_HASH_MAX_DIGEST_BYTES];
    const size_t private_bytes = mc_curve_scalar_bytes(curve), public_bytes = mc_curve_public_key_bytes(curve);
    if (curve && mc_octets_overlap(private_key, private_bytes, public_key, public_bytes))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_hpke_find_kem(&kem, curve);
    if (status == MC_OK && material_bytes < private_bytes)
        status = MC_ERROR_LENGTH;
    if (status == MC_OK) {
        mc_hpke_label_kem(&labels, &kem);
        mc_hpke_extract(key, &labels, NULL, 0, "dkp_prk", material, material_bytes);
        status = derive(private_key, public_key, key, &labels, kem.first_bits, curve);
    }
    if (status != MC_OK && curve) {
        mc_wipe(private_key, private_bytes);
        mc_wipe(public_key, public_bytes);
    }
    mc_wipe(key, sizeof key);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}
