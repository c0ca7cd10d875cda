#include "sampler.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

enum { FIRST_CAPACITY = 1 << 16 };

static void grow(struct sampler *sampler)
{
    sampler->capacity = sampler->capacity ? 2 * sampler->capacity : FIRST_CAPACITY;
    sampler->samples = realloc(sampler->samples, sampler->capacity * sizeof *sampler->samples);
    if (sampler->length == 0)
        sampler->addresses = realloc(sampler->addresses, sampler->capacity * sizeof *sampler->addresses);
    if (sampler->samples == NULL || sampler->addresses == NULL)
        fail(STATUS_FILE, "out of memory");
}

void sampler_begin(struct sampler *sampler)
{
    sampler->at = sampler->valid = 0;
    sampler->open = false;
}

static void keep(struct sampler *sampler, uint32_t value)
{
    uint64_t last = sampler->at - 1;
    if (last < sampler->from || last >= sampler->to)
        return;
    sampler->samples[last - sampler->from] += value;
}

void sampler_take(struct sampler *sampler, uint32_t pc, uint32_t routine, uint32_t value)
{
    bool grows = sampler->sums_calls && sampler->open && routine == sampler->routine;
    if (!grows) {
        if (sampler->at == sampler->capacity)
            grow(sampler);
        if (sampler->length == 0)
            sampler->addresses[sampler->at] = pc;
        bool agrees = sampler->length == 0 || (sampler->at < sampler->length && sampler->addresses[sampler->at] == pc);
        if (agrees && sampler->valid == sampler->at)
            sampler->valid++;
        if (sampler->at >= sampler->from && sampler->at < sampler->to)
            sampler->samples[sampler->at - sampler->from] = 0;
        sampler->at++;
        sampler->routine = routine;
        sampler->open = true;
    }
    keep(sampler, value);
}

void sampler_end(struct sampler *sampler)
{
    if (sampler->length == 0)
        sampler->length = sampler->at;
    uint64_t end = sampler->to < sampler->length ? sampler->to : sampler->length;
    if (sampler->valid >= end)
        return;
    if (sampler->first_parting == NEVER_PARTED || (uint64_t)sampler->first_parting > sampler->valid)
        sampler->first_parting = (int64_t)sampler->valid;
    sampler->parted++;
}

static void make_sums(struct sampler *sampler)
{
    uint64_t width = sampler_width(sampler) + 1;
    for (unsigned i = 0; i < CLASSES && sampler->counts[i] == NULL; i++) {
        sampler->counts[i] = allocate(width, sizeof *sampler->counts[i]);
        sampler->powers[i] = allocate(2ul * sampler->order * width, sizeof *sampler->powers[i]);
    }
}

void sampler_add(struct sampler *sampler, unsigned class)
{
    const uint64_t width = sampler_width(sampler);
    const uint64_t end = sampler->valid > sampler->from ? sampler->valid - sampler->from : 0;
    const uint64_t used = end < width ? end : width;
    make_sums(sampler);
    for (uint64_t i = 0; i < used; i++) {
        double value = sampler->samples[i], power = 1;
        sampler->counts[class][i]++;
        for (unsigned p = 0; p < 2 * sampler->order; p++) {
            power *= value;
            sampler->powers[class][p * width + i] += power;
        }
    }
    sampler->traces[class]++;
}
