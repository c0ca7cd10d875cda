/* Splits the cost of the measured runs among the routines of the image, by following calls and returns. */
#ifndef MC_QEMU_PROFILE_H
#define MC_QEMU_PROFILE_H

#include "meter.h"

enum { ROUTINE_UNKNOWN = 0 }; /* code that no symbol covers */

struct routine {
    uint32_t begin, end;
    uint64_t calls;
    uint64_t self;   /* cost of its own blocks */
    uint64_t total;  /* together with the routines that it calls or jumps to; a recursive call counts once */
    unsigned active; /* frames now open */
};

struct frame {
    uint32_t routine, return_address;
    uint64_t begin;
};

enum { FRAMES_MAX = 1024 };

/* A jump into another routine (a tail call) opens a frame with the same return address: the return closes both. */
struct profile {
    struct routine *routines; /* ROUTINE_UNKNOWN, then as in the file */
    uint32_t routine_count;
    uint64_t cost; /* of the measured runs */
    unsigned depth;
    struct frame frames[FRAMES_MAX];
};

/* Reads a file of lines `begin end`, hexadecimal, in ascending order; fails with STATUS_FILE. */
struct profile *profile_new(const char *path);

/* Index of the routine at an address. */
uint32_t profile_routine_at(const struct profile *profile, uint32_t address);

/* Inside a measured run the block runs after `last` at a cost, or outside after the end of one. */
void profile_block(struct profile *profile, const struct block *last, const struct block *block, uint32_t cost);
void profile_spend(struct profile *profile, uint32_t cost); /* of the routine that now runs */
void profile_end(struct profile *profile);

#endif
