/* The firmware image: its flash, its symbols, and which routine each flash word belongs to. */
#ifndef MC_SIMAVR_IMAGE_H
#define MC_SIMAVR_IMAGE_H

#include <stddef.h>
#include <stdint.h>

enum { ROUTINE_UNKNOWN = 0 }; /* flash that no symbol covers */

struct image {
    const char *path;
    uint32_t flash_bytes; /* capacity of the MCU */
    uint8_t *flash;       /* erased (0xff) where the image has nothing */
    uint32_t code_end;    /* byte address after the last one loaded */
    uint16_t ram_end;     /* data address after .data, .bss and .noinit: the stack must stay at or above it */
    uint16_t task_stack;  /* data addresses of the variable `task_stack`, on which a task has its stack; or both 0 */
    uint16_t task_stack_end;
    size_t routine_count;    /* ROUTINE_UNKNOWN included */
    const char **routines;   /* their names */
    uint32_t *routine_entry; /* byte addresses; UINT32_MAX for ROUTINE_UNKNOWN */
    uint16_t *routine_at;    /* index of the routine of each flash word */
    struct symbol_table *symbols;
};

/* Reads an ELF image for an MCU with that much flash; fails with STATUS_IMAGE. */
struct image image_load(const char *path, uint32_t flash_bytes);

/* Byte address of a symbol in flash; fails with STATUS_SYMBOL. */
uint32_t image_code_address(const struct image *image, const char *symbol);

#endif
