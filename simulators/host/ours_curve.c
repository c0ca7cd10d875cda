/* Scalar multiplications: affine in, affine out. Coordinates of the cases are plain numbers, converted outside the
 * time. */
#include <stdlib.h>
#include <string.h>

#include "motecurve/status.h"
#include "ours.h"

struct call {
    uint64_t r[NUMBER_BYTES / 8], p[NUMBER_BYTES / 8]; /* x, then y */
    uint64_t k[NUMBER_BYTES / 8], l[NUMBER_BYTES / 8];
    mc_status status;
};

typedef mc_status any_point(void *r, const void *k, const void *p, const void *curve);
typedef mc_status base_point(void *r, const void *k, const void *curve);
typedef mc_status two_points(void *r, const void *k, const void *l, const void *q, const void *curve);
typedef void conversion(void *p);

/* k by the point (x, y) if there is one, and l if there are two scalars. */
static const struct shape {
    const char *operation, *x, *y;
    int has_two_scalars;
} shapes[] = {
    {"scalar-mult", "px", "py", 0},
    {"scalar-mult-base", NULL, NULL, 0},
    {"scalar-mult-double", "qx", "qy", 1},
};

static const struct shape *shape;
static const void *curve;
static void *function;
static conversion *to_form, *from_form;
static size_t element_bytes;

static const char *open_curve(const struct subject *subject)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].operation, subject->operation) == 0)
            shape = &shapes[i];
    if (!shape)
        return "the runner does not know this scalar multiplication";
    element_bytes = subject->element_bytes;
    curve = library_curve(subject, NULL);
    function = library_symbol(subject->field, subject->function);
    to_form = (conversion *)library_symbol(subject->field, "affine_to_form");
    from_form = (conversion *)library_symbol(subject->field, "affine_from_form");
    if (!curve || !function || !to_form || !from_form)
        return "the library lacks this member for this curve";
    return NULL;
}

static void *prepare(const struct numbers *in)
{
    struct call *call = aligned_alloc(64, (sizeof *call + 63) / 64 * 64);
    const uint8_t *k = numbers_find(in, "k"), *l = numbers_find(in, "l");
    memset(call, 0xaa, sizeof *call);
    if (!k || (shape->has_two_scalars && !l))
        return NULL;
    memcpy(call->k, k, NUMBER_BYTES);
    if (l)
        memcpy(call->l, l, NUMBER_BYTES);
    if (shape->x) {
        const uint8_t *x = numbers_find(in, shape->x), *y = numbers_find(in, shape->y);
        if (!x || !y)
            return NULL;
        memcpy(call->p, x, element_bytes);
        memcpy((uint8_t *)call->p + element_bytes, y, element_bytes);
        to_form(call->p);
    }
    return call;
}

static void run(void *prepared, size_t count)
{
    struct call *c = prepared;
    if (shape->has_two_scalars)
        for (size_t i = 0; i < count; i++)
            c->status = ((two_points *)function)(c->r, c->k, c->l, c->p, curve);
    else if (shape->x)
        for (size_t i = 0; i < count; i++)
            c->status = ((any_point *)function)(c->r, c->k, c->p, curve);
    else
        for (size_t i = 0; i < count; i++)
            c->status = ((base_point *)function)(c->r, c->k, curve);
}

static void results(const void *prepared, struct numbers *out)
{
    struct call copy = *(const struct call *)prepared;
    uint8_t status = (uint8_t)copy.status;
    from_form(copy.r);
    numbers_add_little(out, "status", &status, 1);
    numbers_add_little(out, "rx", copy.r, element_bytes);
    numbers_add_little(out, "ry", (uint8_t *)copy.r + element_bytes, element_bytes);
}

const struct kind curve_kind = {open_curve, prepare, run, results};
