/* A side with a file for each kind of operation. It opens the kind of its subject; its other functions are those here,
 * which call that kind's. */
#ifndef MC_NATIVE_KIND_H
#define MC_NATIVE_KIND_H

#include "side.h"

/* The functions of struct side for one kind of operation; open returns the reason why it cannot, or null. */
struct kind {
    const char *(*open)(const struct subject *subject);
    void *(*prepare)(const struct numbers *in);
    void (*run)(void *prepared, size_t count);
    void (*results)(const void *prepared, struct numbers *out);
};

const char *kind_open(const struct kind *kind, const struct subject *subject);
void *kind_prepare(const struct numbers *in);
void kind_run(void *prepared, size_t count);
void kind_results(const void *prepared, struct numbers *out);

#endif
