#include "common.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAINT = 0xa6, FILE_BYTES = 1 << 22 };

struct counts counts;

void second_fail(const char *why)
{
    fprintf(stderr, "second simulator: %s after %llu instructions\n", why, (unsigned long long)counts.instructions);
    exit(1);
}

const uint8_t *second_file(const char *path)
{
    static uint8_t file[FILE_BYTES];
    FILE *stream = fopen(path, "rb");
    if (!stream || fread(file, 1, sizeof file, stream) < sizeof(Elf32_Ehdr))
        second_fail("the image cannot be read");
    fclose(stream);
    return file;
}

uint32_t second_symbol(const uint8_t *file, const char *name)
{
    const Elf32_Ehdr *elf = (const void *)file;
    const Elf32_Shdr *sections = (const void *)(file + elf->e_shoff);
    for (unsigned i = 0; i < elf->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB)
            continue;
        const Elf32_Sym *symbols = (const void *)(file + sections[i].sh_offset);
        const char *names = (const char *)file + sections[sections[i].sh_link].sh_offset;
        for (unsigned j = 0; j < sections[i].sh_size / sizeof *symbols; j++)
            if (!strcmp(names + symbols[j].st_name, name))
                return symbols[j].st_value;
    }
    second_fail("the image lacks a symbol");
}

uint8_t second_input(void)
{
    int byte = getchar();
    if (byte == EOF)
        second_fail("the input is exhausted");
    return (uint8_t)byte;
}

static uint8_t *written;
static size_t written_bytes;

void second_output(uint8_t byte)
{
    written = realloc(written, written_bytes + 1);
    if (!written)
        second_fail("no memory");
    written[written_bytes++] = byte;
}

/* The run that goes on. */
static struct {
    int is_on;
    struct counts before;
    const uint8_t *memory;
    unsigned limit, caller, lowest;
} run;

void second_begin(uint8_t *memory, unsigned limit, unsigned top, unsigned caller)
{
    run.is_on = 1;
    run.before = counts;
    run.memory = memory;
    run.limit = limit;
    run.caller = caller;
    run.lowest = top;
    memset(memory + limit, PAINT, top - limit);
}

int second_is_running(void)
{
    return run.is_on;
}

void second_lower(unsigned top)
{
    if (top < run.lowest)
        run.lowest = top;
}

void second_end(void)
{
    unsigned changed = run.limit;
    while (run.memory[changed] == PAINT)
        changed++;
    const uint64_t figures[] = {counts.cycles - run.before.cycles, counts.instructions - run.before.instructions,
                                counts.loads - run.before.loads,   counts.stores - run.before.stores,
                                run.caller - run.lowest,           run.caller - changed};
    for (unsigned i = 0; i < sizeof figures / sizeof *figures; i++)
        printf("%s%llu", i ? " " : "", (unsigned long long)figures[i]);
    printf("\n");
    run.is_on = 0;
}

void second_finish(void)
{
    for (size_t i = 0; i < written_bytes; i++)
        printf("%02x", written[i]);
    printf("\n");
}
