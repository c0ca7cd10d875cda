#include "octets.h"

#include <string.h>

static const struct octets_operation operations[] = {
    {"ecdh", OCTETS_ECDH, "dP", "z"},
    {"ecdsa-sign", OCTETS_SIGN, "de", "s"},
    {"ecdsa-verify", OCTETS_VERIFY, "Pse", ""},
};

const struct octets_operation *octets_find(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            return &operations[i];
    return NULL;
}

struct octets_sizes octets_sizes_of(size_t field, const struct numbers *parameters)
{
    const uint8_t *order = numbers_find(parameters, "n");
    size_t scalar = order ? NUMBER_BYTES : 0;
    while (scalar && !order[scalar - 1])
        scalar--;
    return (struct octets_sizes){field, scalar};
}

static int copy(uint8_t *octets, const struct numbers *in, const char *name, size_t count)
{
    const uint8_t *bytes = numbers_find(in, name);
    if (bytes)
        number_to_octets(octets, bytes, count);
    return bytes != NULL;
}

static int read_input(struct octets_call *call, char input, const struct numbers *in, struct octets_sizes sizes)
{
    switch (input) {
    case 'd':
        return copy(call->private_key, in, "d", sizes.scalar);
    case 'P':
        call->public_key[0] = 4; /* an uncompressed point */
        return copy(call->public_key + 1, in, "px", sizes.field) &&
               copy(call->public_key + 1 + sizes.field, in, "py", sizes.field);
    case 'e':
        return copy(call->digest, in, "digest", DIGEST_OCTETS);
    default:
        return copy(call->signature, in, "r", sizes.scalar) &&
               copy(call->signature + sizes.scalar, in, "s", sizes.scalar);
    }
}

int octets_read(struct octets_call *call, const struct octets_operation *operation, const struct numbers *in,
                struct octets_sizes sizes)
{
    if (sizes.field > OCTETS || sizes.scalar > OCTETS)
        return 0;
    for (const char *input = operation->inputs; *input; input++)
        if (!read_input(call, *input, in, sizes))
            return 0;
    return 1;
}

void octets_write(struct numbers *out, const struct octets_operation *operation, const struct octets_call *call,
                  struct octets_sizes sizes)
{
    const uint8_t status = (uint8_t)call->status;
    numbers_add_little(out, "status", &status, 1);
    if (call->status)
        return;
    if (*operation->outputs == 'z')
        numbers_add_big(out, "secret", call->secret, sizes.field);
    if (*operation->outputs == 's') {
        numbers_add_big(out, "r", call->signature, sizes.scalar);
        numbers_add_big(out, "s", call->signature + sizes.scalar, sizes.scalar);
    }
}
