#include "raw.h"

#include <stdlib.h>
#include <string.h>

static const struct raw_operation operations[] = {
    {"ecdh", RAW_ECDH, "dp", "z"},
    {"eddsa-keygen", RAW_PUBLIC_KEY, "d", "q"},
    {"eddsa-sign", RAW_SIGN, "dm", "rs"},
    {"eddsa-sign-expanded", RAW_SIGN, "dm", "rs"}, /* libraries with keys as objects always sign so */
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
        const char *name = place(*input, call, octets, &start);
        const int is_found = *input == 'm' ? numbers_get_big(in, name, start, RAW_MESSAGE_BYTES)
                                           : numbers_get_little(in, name, start, octets);
        if (!is_found)
            return 0;
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

static struct {
    const struct raw_library *library;
    const struct raw_operation *operation;
    int (*function)(struct raw_call *call);
    size_t octets;
} opened;

const char *raw_open(const struct raw_library *library, const struct subject *subject)
{
    opened.library = library;
    opened.operation = raw_find(subject->operation);
    opened.octets = subject->raw_octets;
    if (!opened.operation)
        return "it lacks this operation";
    opened.function = library->functions[opened.operation->function];
    return NULL;
}

const char *raw_open_25519(const struct raw_library *library, const struct subject *subject)
{
    if (strcmp(subject->curve, "Curve25519") != 0 && strcmp(subject->curve, "Ed25519") != 0)
        return "it lacks this curve";
    return raw_open(library, subject);
}

void *raw_prepare(const struct numbers *in)
{
    struct raw_call *call = malloc(sizeof *call);
    memset(call, 0xaa, sizeof *call);
    if (!raw_read(call, opened.operation, in, opened.octets))
        return NULL;
    if (opened.library->make && opened.library->make(call, opened.operation->function) != 0)
        return NULL;
    return call;
}

void raw_run(void *prepared, size_t count)
{
    struct raw_call *call = prepared;
    for (size_t i = 0; i < count; i++)
        call->status = opened.function(call);
}

void raw_results(const void *prepared, struct numbers *out)
{
    raw_write(out, opened.operation, prepared, opened.octets);
}
