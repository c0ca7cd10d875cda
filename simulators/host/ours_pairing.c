/* Pairings of points that were checked before: Miller's loop and the final power, by the library's own functions.
 * Elements are words in the form of their field. */
#include <stdlib.h>
#include <string.h>

#include "ours.h"

enum {
    COORDINATES = 4,     /* of a point, at most: two elements of F_p2 */
    VALUE_ELEMENTS = 12, /* of F_p12 */
    WORD_BYTES = 8,      /* behind a point of BLS12 stands a mask: whether it is infinity */
    PADDING = 64         /* vectors may not read beyond an element, but a fault would show elsewhere */
};

struct pair {
    uint64_t p[(COORDINATES * NUMBER_BYTES + PADDING) / 8], q[(COORDINATES * NUMBER_BYTES + PADDING) / 8];
    uint64_t between[(VALUE_ELEMENTS * NUMBER_BYTES + PADDING) / 8];
    uint64_t value[(VALUE_ELEMENTS * NUMBER_BYTES + PADDING) / 8];
};

struct pairing {
    const char *operation;
    void (*run)(struct pair *pair);
    const char *function, *second; /* names without mc_<field>_ */
    const char *p[COORDINATES + 1], *q[COORDINATES + 1];
    size_t elements; /* of the value */
};

static void (*whole)(void *value, const void *p, const void *q);
static void (*miller)(void *value, const void *p, const void *q, uint8_t count);
static void (*final)(void *value, const void *f);
static const struct pairing *pairing;
static size_t element_bytes;

static void run_whole(struct pair *pair)
{
    whole(pair->value, pair->p, pair->q);
}

static void run_parts(struct pair *pair)
{
    miller(pair->between, pair->p, pair->q, 1);
    final(pair->value, pair->between);
}

static const struct pairing pairings[] = {
    {"pairing-tate", run_whole, "tate_pairing", NULL, {"px", "py"}, {"qx", "qy"}, 2},
    {"pairing-eta", run_whole, "eta_pairing", NULL, {"px", "py"}, {"qx", "qy"}, 4},
    {"pairing-ate", run_parts, "bls12_miller", "bls12_final", {"px", "py"}, {"qx0", "qx1", "qy0", "qy1"}, 12},
};

static const char *open_pairing(const struct subject *subject)
{
    for (size_t i = 0; i < sizeof pairings / sizeof *pairings; i++)
        if (strcmp(pairings[i].operation, subject->operation) == 0)
            pairing = &pairings[i];
    if (!pairing)
        return "the runner does not know this operation";
    element_bytes = subject->element_bytes;
    if (element_bytes == 0 || element_bytes > NUMBER_BYTES)
        return "elements are longer than those that the runner knows";
    *(void **)&whole = library_symbol(subject->field, pairing->function);
    *(void **)&miller = library_symbol(subject->field, pairing->function);
    *(void **)&final = pairing->second ? library_symbol(subject->field, pairing->second) : NULL;
    return whole && (final || !pairing->second) ? NULL : "the library lacks the pairing of this field";
}

/* Writes a point, with the mask of infinity, which has coordinates of 0. Returns 0 if one is missing. */
static int read_point(uint64_t *point, const struct numbers *in, const char *const *names)
{
    uint8_t *at = (uint8_t *)point, any = 0;
    for (; *names; names++, at += element_bytes) {
        const uint8_t *bytes = numbers_find(in, *names);
        if (!bytes)
            return 0;
        memcpy(at, bytes, element_bytes);
        for (size_t i = 0; i < element_bytes; i++)
            any |= bytes[i];
    }
    memset(at, any ? 0 : 0xff, WORD_BYTES);
    return 1;
}

static void *prepare(const struct numbers *in)
{
    struct pair *pair = calloc(1, sizeof *pair);
    return pair && read_point(pair->p, in, pairing->p) && read_point(pair->q, in, pairing->q) ? pair : NULL;
}

static void run(void *prepared, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pairing->run(prepared);
}

static void results(const void *prepared, struct numbers *out)
{
    static const char *const names[VALUE_ELEMENTS] = {"r0", "r1", "r2", "r3", "r4",  "r5",
                                                      "r6", "r7", "r8", "r9", "r10", "r11"};
    const uint8_t *value = (const uint8_t *)((const struct pair *)prepared)->value;
    for (size_t i = 0; i < pairing->elements; i++)
        numbers_add_little(out, names[i], value + i * element_bytes, element_bytes);
}

const struct kind pairing_kind = {open_pairing, prepare, run, results};
