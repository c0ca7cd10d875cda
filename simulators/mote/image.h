/* The firmware image: its flash, its symbols, and which routine each flash word belongs to. */
#ifndef MC_MOTE_IMAGE_H
#define MC_MOTE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

enum { ROUTINE_UNKNOWN = 0 }; /* flash that no symbol covers */

/* Facts about the MCU that must be known before the image is read. Addresses of data are the MCU's; the linker
 * numbers them from `data_space` on. */
struct memories {
    const char *family;   /* in messages: "an AVR image" */
    uint16_t elf_machine; /* EM_AVR */
    uint32_t flash_begin, flash_end;
    uint32_t data_space, data_space_end;
    uint32_t ram_begin;
};

struct image {
    const char *path;
    uint32_t flash_end;
    uint8_t *flash;      /* from address 0 on; erased (0xff) where the image has nothing */
    uint32_t code_end;   /* byte address after the last one loaded */
    uint32_t ram_end;    /* data address after .data, .bss and .noinit: the stack must stay at or above it */
    uint32_t task_stack; /* data addresses of the variable `task_stack`, which is a task's stack; or both 0 */
    uint32_t task_stack_end;
    size_t routine_count;    /* ROUTINE_UNKNOWN included */
    const char **routines;   /* their names */
    uint32_t *routine_entry; /* byte addresses; UINT32_MAX for ROUTINE_UNKNOWN */
    uint16_t *routine_at;    /* index of the routine of each flash word */
    struct symbol_table *symbols;
};

/* Reads an ELF image for an MCU with these memories; fails with STATUS_IMAGE. */
struct image image_load(const char *path, const struct memories *memories);

/* Byte address of a symbol in flash; fails with STATUS_SYMBOL. */
uint32_t image_code_address(const struct image *image, const char *symbol);

#endif
