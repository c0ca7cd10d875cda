/* Botan by its C interface, as a side: one of its parts, by the kind of the curve's keys. */
#include "botan.h"

#include <stdio.h>

static const struct side *part;
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

static const char *open_part(const struct subject *subject, const char *library)
{
    if (botan_rng_init(&botan_source, "user") != 0)
        return "it does not start";
    part = subject->raw_octets ? &botan_raw : &botan_group;
    return part->open(subject, library);
}

static void *prepare(const struct numbers *in)
{
    return part->prepare(in);
}

static void run(void *prepared, size_t count)
{
    part->run(prepared, count);
}

static void results(const void *prepared, struct numbers *out)
{
    part->results(prepared, out);
}

const struct side mc_native_side = {"botan", version, open_part, prepare, run, results};
