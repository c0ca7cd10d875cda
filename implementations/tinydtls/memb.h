/* Blocks of one size, as Contiki's memb.h has them. */
#ifndef IMPLEMENTATION_MEMB_H
#define IMPLEMENTATION_MEMB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct memb {
    uint16_t size, count;
    uint8_t *taken;
    void *blocks;
};

#define MEMB(name, type, number)                                                                                       \
    static uint8_t name##_taken[number];                                                                               \
    static type name##_blocks[number];                                                                                 \
    static struct memb name = {sizeof(type), number, name##_taken, name##_blocks}

static inline void memb_init(struct memb *m)
{
    memset(m->taken, 0, m->count);
}

/* NULL if all are taken. */
static inline void *memb_alloc(struct memb *m)
{
    for (uint16_t i = 0; i < m->count; i++)
        if (!m->taken[i]) {
            m->taken[i] = 1;
            return (uint8_t *)m->blocks + i * m->size;
        }
    return NULL;
}

static inline int memb_free(struct memb *m, void *block)
{
    m->taken[((uint8_t *)block - (uint8_t *)m->blocks) / m->size] = 0;
    return 0;
}

#endif
