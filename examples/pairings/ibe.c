/* A base station encrypts for a mote by its name and the month: it needs no certificate, and the mote was told nothing.
 * The authority, which both know by its public parameters, gives the mote its private keys for the month. The mote
 * signs its answer. Authority, base station and mote stand for three devices; a library with MC_PAIRINGS=bls12-381. */
#include <stdio.h>
#include <string.h>

#include "motecurve/pairing/ibe.h"

static const mc_ibe_group *const group = &mc_ibe_bls12_381;
static const uint8_t command[] = "measure every 30 s", answer[] = "21.5 degrees";
static const char name[] = "mote-17";

enum { MAY_1_2027 = 1809129600, JUNE_1_2027 = 1811808000 };
#define CIPHERTEXT_BYTES (sizeof command + MC_IBE_MAX_OVERHEAD_BYTES)

/* What all three know. */
typedef struct {
    uint8_t parameters[MC_IBE_MAX_PARAMETERS_BYTES], identity[MC_IBE_IDENTITY_MAX_BYTES];
    size_t parameters_bytes, identity_bytes;
} known;

/* What goes over the radio. */
typedef struct {
    uint8_t ciphertext[CIPHERTEXT_BYTES], signature[MC_IBE_MAX_SIGNATURE_BYTES];
} line;

/* The mote's keys, which must reach it in secret. */
typedef struct {
    uint8_t encryption[MC_IBE_MAX_PRIVATE_KEY_BYTES], signatures[MC_IBE_MAX_PRIVATE_KEY_BYTES];
    size_t encryption_bytes, signatures_bytes;
} mote_keys;

/* Bytes from the operating system. */
static int system_random(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    FILE *source = fopen("/dev/urandom", "rb");
    if (!source)
        return 1;
    size_t got = fread(out, 1, bytes, source);
    fclose(source);
    return got != bytes;
}

static mc_status authority(known *all, mote_keys *keys)
{
    uint8_t master[MC_IBE_MAX_MASTER_SECRET_BYTES];
    const size_t master_bytes = mc_ibe_master_secret_bytes(group);
    const mc_ibe_identity identity = {(const uint8_t *)name, sizeof name - 1, MAY_1_2027, JUNE_1_2027 - 1, 1};
    all->parameters_bytes = mc_ibe_parameters_bytes(group);
    all->identity_bytes = mc_ibe_identity_bytes(sizeof name - 1, 1);
    keys->encryption_bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_ENCRYPTION, group);
    keys->signatures_bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_SIGNATURES, group);
    mc_status status = mc_ibe_identity_encode(all->identity, &identity);
    if (status == MC_OK)
        status = mc_ibe_setup(master, all->parameters, system_random, NULL, group);
    if (status == MC_OK)
        status = mc_ibe_extract(keys->encryption, MC_IBE_FOR_ENCRYPTION, master, all->identity, master_bytes,
                                all->identity_bytes, group);
    if (status == MC_OK)
        status = mc_ibe_extract(keys->signatures, MC_IBE_FOR_SIGNATURES, master, all->identity, master_bytes,
                                all->identity_bytes, group);
    return status;
}

static mc_status base_station_sends(line *l, const known *all)
{
    const mc_status status = mc_ibe_identity_check(all->identity, all->identity_bytes, MAY_1_2027 + 3600);
    if (status != MC_OK)
        return status;
    return mc_ibe_encrypt(l->ciphertext, command, all->identity, all->parameters, sizeof command, all->identity_bytes,
                          all->parameters_bytes, system_random, NULL, group);
}

static mc_status mote(line *l, const known *all, const mote_keys *keys)
{
    uint8_t message[sizeof command];
    mc_status status =
        mc_ibe_private_key_check(keys->encryption, MC_IBE_FOR_ENCRYPTION, all->identity, all->parameters,
                                 keys->encryption_bytes, all->identity_bytes, all->parameters_bytes, group);
    if (status == MC_OK)
        status = mc_ibe_decrypt(message, keys->encryption, l->ciphertext, keys->encryption_bytes,
                                sizeof command + mc_ibe_overhead_bytes(group), group);
    if (status == MC_OK && memcmp(message, command, sizeof command) != 0)
        status = MC_ERROR_FAULT;
    if (status == MC_OK)
        status = mc_ibe_sign(l->signature, keys->signatures, all->identity, answer, keys->signatures_bytes,
                             all->identity_bytes, sizeof answer, group);
    return status;
}

int main(void)
{
    static known all;
    static line l;
    static mote_keys keys;
    mc_status status = authority(&all, &keys);
    if (status == MC_OK)
        status = base_station_sends(&l, &all);
    if (status == MC_OK)
        status = mote(&l, &all, &keys);
    if (status == MC_OK)
        status = mc_ibe_verify(l.signature, all.identity, answer, all.parameters, mc_ibe_signature_bytes(group),
                               all.identity_bytes, sizeof answer, all.parameters_bytes, group);
    if (status == MC_OK && mc_ibe_identity_check(all.identity, all.identity_bytes, JUNE_1_2027) != MC_IBE_ERROR_EXPIRED)
        status = MC_ERROR_FAULT;
    puts(status == MC_OK ? "the mote has its command, and the base station the signed answer"
                         : mc_ibe_status_text(status));
    return status != MC_OK;
}
