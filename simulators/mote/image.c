#include "image.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failure.h"

static const char TASK_STACK[] = "task_stack";

struct symbol {
    const char *name;
    uint32_t address; /* bytes, in the linker's numbering */
    uint32_t size;
    bool is_function; /* typed as a function; if not, a global label */
    bool is_code;
};

struct symbol_table {
    size_t count;
    struct symbol symbols[];
};

static bool is_data(const struct memories *memories, uint64_t address)
{
    return address >= memories->data_space + memories->ram_begin && address < memories->data_space_end;
}

static void load_segments(struct image *image, Elf *elf, const struct memories *memories)
{
    size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0 || count == 0)
        fail(STATUS_IMAGE, "%s is not linked: it has no segments to load", image->path);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) == NULL)
            fail(STATUS_IMAGE, "%s: damaged program header", image->path);
        if (segment.p_type != PT_LOAD || segment.p_filesz == 0 || is_data(memories, segment.p_paddr))
            continue;
        size_t file_bytes = 0;
        const char *file = elf_rawfile(elf, &file_bytes);
        uint64_t end = segment.p_paddr + segment.p_filesz;
        if (file == NULL || segment.p_filesz > file_bytes || segment.p_offset > file_bytes - segment.p_filesz)
            fail(STATUS_IMAGE, "%s is cut short", image->path);
        if (end > memories->flash_end || segment.p_paddr < memories->flash_begin)
            fail(STATUS_IMAGE, "%s has code from 0x%llx to 0x%llx; the MCU has flash from 0x%x to 0x%x", image->path,
                 (unsigned long long)segment.p_paddr, (unsigned long long)end, memories->flash_begin,
                 memories->flash_end);
        memcpy(image->flash + segment.p_paddr, file + segment.p_offset, segment.p_filesz);
        if (end > image->code_end)
            image->code_end = (uint32_t)end;
    }
}

static bool is_executable(Elf *elf, size_t section)
{
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(elf, section);
    return scn != NULL && gelf_getshdr(scn, &header) != NULL && (header.sh_flags & SHF_EXECINSTR) != 0;
}

static struct symbol_table *read_symbols(const char *path, Elf *elf)
{
    GElf_Shdr header;
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section)) != NULL)
        if (gelf_getshdr(section, &header) != NULL && header.sh_type == SHT_SYMTAB && header.sh_entsize != 0)
            break;
    if (section == NULL)
        fail(STATUS_IMAGE, "%s has no symbol table; link it without -s", path);

    Elf_Data *data = elf_getdata(section, NULL);
    size_t capacity = header.sh_size / header.sh_entsize;
    struct symbol_table *table = allocate(1, sizeof *table + capacity * sizeof table->symbols[0]);
    for (size_t i = 0; i < capacity; i++) {
        GElf_Sym entry;
        if (gelf_getsym(data, (int)i, &entry) == NULL || entry.st_shndx == SHN_UNDEF)
            continue;
        const char *name = elf_strptr(elf, header.sh_link, entry.st_name);
        bool is_function = GELF_ST_TYPE(entry.st_info) == STT_FUNC;
        bool is_label = GELF_ST_TYPE(entry.st_info) == STT_NOTYPE && GELF_ST_BIND(entry.st_info) != STB_LOCAL;
        bool is_task_stack = name != NULL && strcmp(name, TASK_STACK) == 0;
        if (name == NULL || !(is_function || is_label || is_task_stack))
            continue;
        table->symbols[table->count++] = (struct symbol){
            .name = strdup(name),
            .address = (uint32_t)entry.st_value,
            .size = (uint32_t)entry.st_size,
            .is_function = is_function,
            .is_code = is_executable(elf, entry.st_shndx),
        };
    }
    return table;
}

static const struct symbol *find(const struct image *image, const char *name)
{
    for (size_t i = 0; i < image->symbols->count; i++)
        if (strcmp(image->symbols->symbols[i].name, name) == 0)
            return &image->symbols->symbols[i];
    return NULL;
}

static uint32_t end_of_variables(const struct image *image, const struct memories *memories)
{
    static const char *const candidates[] = {"__heap_start", "_end", "__bss_end"};
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        const struct symbol *symbol = find(image, candidates[i]);
        if (symbol != NULL && is_data(memories, symbol->address))
            return symbol->address - memories->data_space;
    }
    return memories->ram_begin;
}

static void find_task_stack(struct image *image, const struct memories *memories)
{
    const struct symbol *symbol = find(image, TASK_STACK);
    if (symbol == NULL || !is_data(memories, symbol->address))
        return;
    image->task_stack = symbol->address - memories->data_space;
    image->task_stack_end = image->task_stack + symbol->size;
}

/* Gives the words from a symbol on to a new routine: `size` bytes, or up to the next routine if size is 0. */
static void add_routine(struct image *image, const struct symbol *symbol)
{
    size_t word = symbol->address / 2, words = image->flash_end / 2;
    size_t end = symbol->size != 0 ? word + (symbol->size + 1) / 2 : words;
    uint16_t index = (uint16_t)image->routine_count;

    if (word >= words || image->routine_at[word] != ROUTINE_UNKNOWN || index == UINT16_MAX)
        return;
    image->routines[index] = symbol->name;
    image->routine_entry[index] = symbol->address;
    image->routine_count++;
    for (; word < end && word < words && image->routine_at[word] == ROUTINE_UNKNOWN; word++)
        image->routine_at[word] = index;
}

static int by_descending_address(const void *left, const void *right)
{
    const struct symbol *a = left, *b = right;
    return (a->address < b->address) - (a->address > b->address);
}

/* Functions first; then global labels outside functions, such as hand-written assembly. Descending, so that a symbol
 * without a size ends where the next one begins. */
static void map_routines(struct image *image)
{
    struct symbol_table *table = image->symbols;
    image->routines = allocate(table->count + 1, sizeof *image->routines);
    image->routine_entry = allocate(table->count + 1, sizeof *image->routine_entry);
    image->routine_at = allocate(image->flash_end / 2, sizeof *image->routine_at);
    image->routines[ROUTINE_UNKNOWN] = "(no symbol)";
    image->routine_entry[ROUTINE_UNKNOWN] = UINT32_MAX;
    image->routine_count = 1;
    qsort(table->symbols, table->count, sizeof table->symbols[0], by_descending_address);
    for (int functions = 1; functions >= 0; functions--)
        for (size_t i = 0; i < table->count; i++)
            if (table->symbols[i].is_code && table->symbols[i].is_function == functions)
                add_routine(image, &table->symbols[i]);
}

struct image image_load(const char *path, const struct memories *memories)
{
    struct image image = {.path = path, .flash_end = memories->flash_end, .flash = allocate(memories->flash_end, 1)};
    memset(image.flash, 0xff, memories->flash_end);

    int file = open(path, O_RDONLY);
    if (file < 0)
        fail(STATUS_IMAGE, "cannot read %s", path);
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(file, ELF_C_READ, NULL);
    GElf_Ehdr header;
    if (elf == NULL || elf_kind(elf) != ELF_K_ELF || gelf_getehdr(elf, &header) == NULL)
        fail(STATUS_IMAGE, "%s is not an ELF file", path);
    if (header.e_machine != memories->elf_machine)
        fail(STATUS_IMAGE, "%s is not an %s image", path, memories->family);
    load_segments(&image, elf, memories);
    image.symbols = read_symbols(path, elf);
    image.ram_end = end_of_variables(&image, memories);
    find_task_stack(&image, memories);
    map_routines(&image);
    elf_end(elf);
    close(file);
    return image;
}

uint32_t image_code_address(const struct image *image, const char *symbol)
{
    const struct symbol *found = find(image, symbol);
    if (found == NULL || !found->is_code)
        fail(STATUS_SYMBOL, "%s has no routine %s; was it inlined or discarded by the linker?", image->path, symbol);
    return found->address;
}
