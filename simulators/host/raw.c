#include "raw.h"

#include <string.h>

static const struct raw_operation operations[] = {
    {"ecdh", RAW_ECDH, "dp", "z"},
    {"eddsa-keygen", RAW_PUBLIC_KEY, "d", "q"},
    {"eddsa-sign", RAW_SIGN, "dm", "rs"},
    {"eddsa-verify", RAW_VERIFY, "rsqm", ""},
};

const struct raw_operation *raw_find(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            return &operations[i];
    return NULL;
}

/* Name of the number that a letter stands for, and its bytes in the call. */
static const char *place(char letter, struct raw_call *call, size_t octets, uint8_t **start)
{
    switch (letter) {
    case 'd':
        *start = call->private_key;
        return "d";
    case 'q':
        *start = call->public_key;
        return "q";
    case 'p':
        *start = call->public_key;
        return "px";
    case 'r':
        *start = call->signature;
        return "r";
    case 's':
        *start = call->signature + octets;
        return "s";
    case 'm':
        *start = call->message;
        return "message";
    default:
        *start = call->secret;
        return "secret";
    }
}

int raw_read(struct raw_call *call, const struct raw_operation *operation, const struct numbers *in, size_t octets)
{
    for (const char *input = operation->inputs; *input; input++) {
        uint8_t *start;
        const uint8_t *bytes = numbers_find(in, place(*input, call, octets, &start));
        if (!bytes)
            return 0;
        if (*input == 'm')
            number_to_octets(start, bytes, RAW_MESSAGE_BYTES);
        else
            memcpy(start, bytes, octets);
    }
    return 1;
}

void raw_write(struct numbers *out, const struct raw_operation *operation, const struct raw_call *call, size_t octets)
{
    struct raw_call copy = *call;
    uint8_t status = (uint8_t)call->status;
    numbers_add_little(out, "status", &status, 1);
    for (const char *output = operation->outputs; *output; output++) {
        uint8_t *start;
        const char *name = place(*output, &copy, octets, &start);
        numbers_add_little(out, name, start, octets);
    }
}
