/* Splits the cycles of the measured runs among the routines of the image, by following calls and returns. */
#ifndef MC_SIMAVR_PROFILE_H
#define MC_SIMAVR_PROFILE_H

#include <simavr/sim_avr.h>

#include "image.h"
#include "opcode.h"

struct routine {
    uint64_t calls;
    uint64_t cycles_self;  /* its own instructions, its CALLs and its RET included */
    uint64_t cycles_total; /* with what it calls or jumps to; a recursive call counts once */
    unsigned active;       /* frames now open */
};

struct frame {
    uint16_t routine;
    uint16_t sp; /* at entry; a return that leaves SP above it closes the frame */
    uint64_t begin_cycle;
};

enum { FRAMES_MAX = 1024 };

/* A jump into another routine (a tail call, a shared epilogue) opens a frame with the same SP: the RET that
 * follows closes both. A jump back to a routine of the same SP closes what was opened since. */
struct profile {
    const struct image *image;
    struct routine *routines; /* indexed as in the image */
    unsigned depth;
    struct frame frames[FRAMES_MAX];
};

struct profile *profile_new(const struct image *image);

/* A measured run begins at avr->pc. */
void profile_begin(struct profile *profile, const avr_t *avr);

/* An instruction of a measured run has just executed; it began at cycle `before`. */
void profile_step(struct profile *profile, const avr_t *avr, const struct opcode *opcode, uint64_t before);

#endif
