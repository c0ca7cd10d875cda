#include "seed_write.h"

#include <stdio.h>
#include <stdlib.h>

static const char *folder;

void seed_folder(const char *of_corpora)
{
    folder = of_corpora;
}

void seed_write(const char *target, const char *of, const char *what, const void *octets, size_t bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s-%s", folder, target, of, what);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(octets, 1, bytes, file) != bytes || fclose(file)) {
        perror(path);
        exit(2);
    }
}
