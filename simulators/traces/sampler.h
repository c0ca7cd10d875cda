/* The samples of one run, and sums of their powers over many. */
#ifndef MC_TRACES_SAMPLER_H
#define MC_TRACES_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLASSES = 2, ORDERS_MAX = 2, NEVER_PARTED = -1 };

/* A trace is compared with the first one, address by address: from the first instruction that differs on, samples of
 * the two are not of the same work, and the rest of the trace is left out. */
struct sampler {
    bool sums_calls;   /* one sample for each stay in a routine, not for each instruction */
    uint64_t from, to; /* the samples that are kept; all are counted */
    unsigned order;    /* powers 1 .. 2 * order are summed; 0: none */

    uint32_t *addresses; /* of the first trace: the instruction, or the first one of the stay */
    uint64_t length;     /* of the first trace; 0 before it ends */
    uint64_t capacity;

    uint32_t *samples; /* of this run, from `from` on */
    uint64_t at;       /* index of the next sample */
    uint64_t valid;    /* end of those that agree with the first trace */
    uint32_t routine;  /* of the stay */
    bool open;         /* a sample of a stay can grow */

    uint64_t traces[CLASSES], parted;
    int64_t first_parting;
    uint32_t *counts[CLASSES];
    double *powers[CLASSES]; /* of power p, sample i: [(p - 1) * width + i] */
};

void sampler_begin(struct sampler *sampler);
void sampler_take(struct sampler *sampler, uint32_t pc, uint32_t routine, uint32_t value);
/* The run has ended: its samples are added to the sums of a class. */
void sampler_end(struct sampler *sampler);
void sampler_add(struct sampler *sampler, unsigned class);

static inline uint64_t sampler_width(const struct sampler *sampler)
{
    uint64_t end = sampler->to < sampler->length ? sampler->to : sampler->length;
    return end > sampler->from ? end - sampler->from : 0;
}

/* Files: addresses as 32-bit words; sums behind a header; both atomically. Reading returns false if there is none. */
bool sampler_read_index(struct sampler *sampler, const char *path);
void sampler_write_index(const struct sampler *sampler, const char *path);
bool sampler_read_sums(struct sampler *sampler, const char *path);
void sampler_write_sums(const struct sampler *sampler, const char *path);

#endif
