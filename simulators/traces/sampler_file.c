/* The files of a sampler: 64-bit and 32-bit numbers of this computer. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "sampler.h"

struct header {
    char magic[8];
    uint64_t width, order, traces[CLASSES], parted;
    int64_t first_parting;
};

static const char MAGIC[8] = "MCSUMS1";

static void transfer(bool writes, FILE *file, void *what, size_t size, size_t count, const char *path)
{
    size_t done = writes ? fwrite(what, size, count, file) : fread(what, size, count, file);
    if (done != count)
        fail(STATUS_FILE, "cannot %s %s: %s", writes ? "write" : "read", path, ferror(file) ? strerror(errno) : "cut");
}

static FILE *opened(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (file == NULL && (mode[0] != 'r' || errno != ENOENT))
        fail(STATUS_FILE, "cannot open %s: %s", path, strerror(errno));
    return file;
}

static void temporary(char *into, size_t size, const char *path)
{
    if (snprintf(into, size, "%s.part", path) >= (int)size)
        fail(STATUS_FILE, "too long a path: %s", path);
}

static void replace(FILE *file, const char *part, const char *path)
{
    if (fclose(file) != 0 || rename(part, path) != 0)
        fail(STATUS_FILE, "cannot write %s: %s", path, strerror(errno));
}

bool sampler_read_index(struct sampler *sampler, const char *path)
{
    FILE *file = opened(path, "rb");
    if (file == NULL)
        return false;
    fseek(file, 0, SEEK_END);
    sampler->length = (uint64_t)ftell(file) / sizeof *sampler->addresses;
    rewind(file);
    sampler->addresses = allocate(sampler->length + 1, sizeof *sampler->addresses);
    transfer(false, file, sampler->addresses, sizeof *sampler->addresses, sampler->length, path);
    fclose(file);
    return true;
}

void sampler_write_index(const struct sampler *sampler, const char *path)
{
    char part[4096];
    temporary(part, sizeof part, path);
    FILE *file = opened(part, "wb");
    transfer(true, file, sampler->addresses, sizeof *sampler->addresses, sampler->length, path);
    replace(file, part, path);
}

static void transfer_sums(bool writes, FILE *file, const struct sampler *sampler, const char *path)
{
    const uint64_t width = sampler_width(sampler);
    for (unsigned i = 0; i < CLASSES; i++) {
        transfer(writes, file, sampler->counts[i], sizeof *sampler->counts[i], width, path);
        transfer(writes, file, sampler->powers[i], sizeof *sampler->powers[i], 2 * sampler->order * width, path);
    }
}

bool sampler_read_sums(struct sampler *sampler, const char *path)
{
    struct header header;
    const uint64_t width = sampler_width(sampler);
    FILE *file = opened(path, "rb");
    if (file == NULL)
        return false;
    transfer(false, file, &header, sizeof header, 1, path);
    if (memcmp(header.magic, MAGIC, sizeof MAGIC) != 0 || header.width != width || header.order != sampler->order)
        fail(STATUS_FILE, "%s holds other sums", path);
    for (unsigned i = 0; i < CLASSES; i++) {
        sampler->traces[i] = header.traces[i];
        sampler->counts[i] = allocate(width + 1, sizeof *sampler->counts[i]);
        sampler->powers[i] = allocate(2 * sampler->order * (width + 1), sizeof *sampler->powers[i]);
    }
    sampler->parted = header.parted;
    sampler->first_parting = header.first_parting;
    transfer_sums(false, file, sampler, path);
    fclose(file);
    return true;
}

void sampler_write_sums(const struct sampler *sampler, const char *path)
{
    char part[4096];
    struct header header = {.width = sampler_width(sampler),
                            .order = sampler->order,
                            .parted = sampler->parted,
                            .first_parting = sampler->first_parting};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    memcpy(header.traces, sampler->traces, sizeof header.traces);
    temporary(part, sizeof part, path);
    FILE *file = opened(part, "wb");
    transfer(true, file, &header, sizeof header, 1, path);
    transfer_sums(true, file, sampler, path);
    replace(file, part, path);
}
