/* Operations on field elements and modulo group orders: numbers go in and out as the words of the elements, in the form
 * in which the member has them. */
#include <stdlib.h>
#include <string.h>

#include "ours.h"

/* By the end of the operation's name: names of the inputs and of the result. */
static const struct shape {
    const char *name, *inputs, *output;
} shapes[] = {
    {"mul", "ab", "c"},       {"sqr", "a", "c"},  {"reduce", "c", "r"}, {"mul-reduce", "ab", "r"},
    {"sqr-reduce", "a", "r"}, {"add", "ab", "r"}, {"sub", "ab", "r"},   {"inv", "a", "r"},
};

struct call {
    uint64_t r[NUMBER_BYTES / 8], a[NUMBER_BYTES / 8], b[NUMBER_BYTES / 8];
};

typedef void function1(void *r, const void *a);
typedef void function2(void *r, const void *a, const void *b); /* b, or the modulus of an order */
typedef void function3(void *r, const void *a, const void *b, const void *modulus);
typedef void reduction(void *r, void *c);
typedef void order_reduction(void *r, void *c, const void *modulus);

static const struct shape *shape;
static const void *modulus; /* of orders; else null */
static void *function;
static size_t element_bytes;

static const char *open_field(const struct subject *subject)
{
    int is_order = strncmp(subject->operation, "order-", 6) == 0;
    const char *scope = is_order ? subject->order : subject->field, *end = strchr(subject->operation, '-') + 1;
    element_bytes = is_order ? subject->scalar_bytes : subject->element_bytes;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].name, end) == 0)
            shape = &shapes[i];
    if (!shape)
        return "the runner does not know this operation on elements";
    modulus = is_order ? library_curve(subject, "order") : NULL;
    function = library_symbol(scope, subject->function);
    if (!function || (is_order && !modulus))
        return "the library has not this member for this field";
    return NULL;
}

static void *prepare(const struct numbers *in)
{
    struct call *call = aligned_alloc(64, (sizeof *call + 63) / 64 * 64);
    uint64_t *inputs[] = {call->a, call->b};
    memset(call, 0xaa, sizeof *call);
    for (size_t i = 0; shape->inputs[i]; i++) {
        const uint8_t *bytes = numbers_find(in, (char[]){shape->inputs[i], '\0'});
        if (!bytes)
            return NULL;
        memcpy(inputs[i], bytes, NUMBER_BYTES);
    }
    return call;
}

/* A reduction destroys its input: the time contains a copy of it. */
static void run_reduction(struct call *call, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(call->b, call->a, sizeof call->b);
        if (modulus)
            ((order_reduction *)function)(call->r, call->b, modulus);
        else
            ((reduction *)function)(call->r, call->b);
    }
}

static void run(void *prepared, size_t count)
{
    struct call *call = prepared;
    int is_binary = shape->inputs[1] != '\0';
    if (strcmp(shape->name, "reduce") == 0)
        run_reduction(call, count);
    else if (is_binary && modulus)
        for (size_t i = 0; i < count; i++)
            ((function3 *)function)(call->r, call->a, call->b, modulus);
    else if (is_binary || modulus)
        for (size_t i = 0; i < count; i++)
            ((function2 *)function)(call->r, call->a, is_binary ? call->b : modulus);
    else
        for (size_t i = 0; i < count; i++)
            ((function1 *)function)(call->r, call->a);
}

static void results(const void *prepared, struct numbers *out)
{
    const struct call *call = prepared;
    numbers_add_little(out, shape->output, call->r, element_bytes * (shape->output[0] == 'c' ? 2 : 1));
}

const struct kind field_kind = {open_field, prepare, run, results};
