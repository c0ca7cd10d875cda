/* Blocks of one size, as Contiki's memb.h has them. */
#ifndef IMPLEMENTATION_MEMB_H
#define IMPLEMENTATION_MEMB_H

#include <stddef.h>
#include <stdint.h>

struct memb {
    uint16_t size, count;
    uint8_t *taken;
    void *blocks;
};

#define MEMB(name, type, number)                                                                                       \
    static uint8_t name##_taken[number];                                                                               \
    static type name##_blocks[number];                                                                                 \
    static struct memb name = {sizeof(type), number, name##_taken, name##_blocks}

void memb_init(struct memb *m);
void *memb_alloc(struct memb *m); /* NULL if all are taken */
int memb_free(struct memb *m, void *block);

#endif
