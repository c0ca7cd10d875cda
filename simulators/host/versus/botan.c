/* Botan by its C interface, as a side, and what its two kinds share. */
#include "botan.h"

#include <stdio.h>

botan_rng_t botan_source;

static const char *version(void)
{
    static char text[64];
    snprintf(text, sizeof text, "Botan %u.%u.%u", botan_version_major(), botan_version_minor(), botan_version_patch());
    return text;
}

int botan_sign(botan_pk_op_sign_t operation, uint8_t *signature, size_t octets, const uint8_t *text, size_t count)
{
    size_t made = octets;
    int status = botan_pk_op_sign_update(operation, text, count);
    status = status ? status : botan_pk_op_sign_finish(operation, botan_source, signature, &made);
    return status ? status : made != octets;
}

int botan_verify(botan_pubkey_t key, const char *padding, const uint8_t *signature, size_t octets, const uint8_t *text,
                 size_t count)
{
    botan_pk_op_verify_t operation;
    int status = botan_pk_op_verify_create(&operation, key, padding, 0);
    if (status)
        return status;
    status = botan_pk_op_verify_update(operation, text, count);
    status = status ? status : botan_pk_op_verify_finish(operation, signature, octets);
    botan_pk_op_verify_destroy(operation);
    return status;
}

static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    if (botan_rng_init(&botan_source, "user") != 0)
        return "it does not start";
    return kind_open(subject->raw_octets ? &botan_raw : &botan_group, subject);
}

const struct side mc_native_side = {"botan", version, open_side, kind_prepare, kind_run, kind_results};
