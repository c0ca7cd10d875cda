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

static int read_input(struct octets_call *call, char input, const struct numbers *in, struct octets_sizes sizes)
{
    switch (input) {
    case 'd':
        return numbers_get_big(in, "d", call->private_key, sizes.scalar);
    case 'P':
        call->public_key[0] = 4; /* an uncompressed point */
        return numbers_get_big(in, "px", call->public_key + 1, sizes.field) &&
               numbers_get_big(in, "py", call->public_key + 1 + sizes.field, sizes.field);
    case 'e':
        return numbers_get_big(in, "digest", call->digest, DIGEST_OCTETS);
    default:
        return numbers_get_big(in, "r", call->signature, sizes.scalar) &&
               numbers_get_big(in, "s", call->signature + sizes.scalar, sizes.scalar);
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
