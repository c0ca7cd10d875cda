/* Operations on field elements and modulo group orders: numbers go in and out as the words of the elements, in the
 * form in which the member has them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ours.h"

/* By the end of the operation's name: names of the inputs and of the result. If `each` is not 0, that many elements
 * follow one another, and the names are numbered from 0. */
static const struct shape {
    const char *name, *inputs, *output;
    size_t each;
} shapes[] = {
    {"mul", "ab", "c", 0},
    {"sqr", "a", "c", 0},
    {"reduce", "c", "r", 0},
    {"mul-reduce", "ab", "r", 0},
    {"mul-four", "ab", "r", 4},
    {"mul-constant", "ab", "r", 0},
    {"mul-montgomery", "ab", "r", 0},
    {"sqr-reduce", "a", "r", 0},
    {"add", "ab", "r", 0},
    {"sub", "ab", "r", 0},
    {"inv", "a", "r", 0},
    {"normal-mul", "ab", "r", 0},
    {"normal-inv", "a", "r", 0},
};

#define MOST_EACH 4
struct call {
    uint64_t r[MOST_EACH * NUMBER_BYTES / 8], a[MOST_EACH * NUMBER_BYTES / 8], b[MOST_EACH * NUMBER_BYTES / 8];
    uint64_t table[]; /* of the constant b, if the member multiplies by one */
};

enum { CONSTANT_ROWS = 256 };

typedef void function1(void *r, const void *a);
typedef void function2(void *r, const void *a, const void *b); /* b, or the modulus of an order */
typedef void function3(void *r, const void *a, const void *b, const void *modulus);
typedef void reduction(void *r, void *c);
typedef void order_reduction(void *r, void *c, const void *modulus);

static const struct shape *shape;
static const void *modulus; /* for orders; else null */
static void *function;
static function1 *constant_table; /* makes the table of a constant, if there is one; else null */
static reduction *reduce;         /* reduces the result of the function, in a composition of two; else null */
static size_t element_bytes;

/* Finds the function, or both of "product+reduction". */
static int find_functions(const char *scope, const char *names)
{
    char first[64];
    const char *plus = strchr(names, '+');
    snprintf(first, sizeof first, "%.*s", (int)(plus ? plus - names : (long)strlen(names)), names);
    function = library_symbol(scope, first);
    reduce = plus ? (reduction *)library_symbol(scope, plus + 1) : NULL;
    return function && (!plus || reduce);
}

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
    const int is_constant = strcmp(end, "mul-constant") == 0;
    constant_table = is_constant ? (function1 *)library_symbol(scope, "constant_table") : NULL;
    if (!find_functions(scope, subject->function) || (is_order && !modulus) || (is_constant && !constant_table))
        return "the library lacks this member for this field";
    return NULL;
}

static size_t places(void)
{
    return shape->each ? shape->each : 1;
}

struct name {
    char text[3];
};

static struct name name(char letter, size_t place)
{
    return (struct name){{letter, shape->each ? (char)('0' + place) : '\0', '\0'}};
}

static void *prepare(const struct numbers *in)
{
    const size_t size = sizeof(struct call) + (constant_table ? CONSTANT_ROWS * element_bytes : 0);
    struct call *call = aligned_alloc(64, (size + 63) / 64 * 64);
    uint64_t *inputs[] = {call->a, call->b};
    memset(call, 0xaa, size);
    for (size_t i = 0; shape->inputs[i]; i++) {
        for (size_t place = 0; place < places(); place++) {
            const uint8_t *bytes = numbers_find(in, name(shape->inputs[i], place).text);
            if (!bytes)
                return NULL;
            memcpy((uint8_t *)inputs[i] + place * element_bytes, bytes, NUMBER_BYTES);
        }
    }
    if (constant_table)
        constant_table(call->table, call->b);
    return call;
}

/* A reduction destroys its input: the time contains a copy of it. */
static void run_reduction(struct call *call, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(call->b, call->a, NUMBER_BYTES);
        if (modulus)
            ((order_reduction *)function)(call->r, call->b, modulus);
        else
            ((reduction *)function)(call->r, call->b);
    }
}

/* A product or a square, which another function reduces. */
static void run_composition(struct call *call, size_t count, int is_binary)
{
    uint64_t product[NUMBER_BYTES / 8];
    for (size_t i = 0; i < count; i++) {
        if (is_binary)
            ((function2 *)function)(product, call->a, call->b);
        else
            ((function1 *)function)(product, call->a);
        reduce(call->r, product);
    }
}

static void run(void *prepared, size_t count)
{
    struct call *call = prepared;
    int is_binary = shape->inputs[1] != '\0';
    if (strcmp(shape->name, "reduce") == 0)
        run_reduction(call, count);
    else if (reduce)
        run_composition(call, count, is_binary);
    else if (constant_table)
        for (size_t i = 0; i < count; i++)
            ((function2 *)function)(call->r, call->a, call->table);
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
    const size_t bytes = element_bytes * (shape->output[0] == 'c' ? 2 : 1);
    for (size_t place = 0; place < places(); place++)
        numbers_add_little(out, name(shape->output[0], place).text, (const uint8_t *)call->r + place * bytes, bytes);
}

const struct kind field_kind = {open_field, prepare, run, results};
