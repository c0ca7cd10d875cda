/* Splits the cycles of the measured runs among the routines of the image, by following calls and returns. */
#ifndef MC_MOTE_PROFILE_H
#define MC_MOTE_PROFILE_H

#include "image.h"
#include "meter.h"

struct routine {
    uint64_t calls;
    uint64_t cycles_self;  /* its own instructions, including its calls and its return */
    uint64_t cycles_total; /* together with the routines that it calls or jumps to; a recursive call counts once */
    unsigned active;       /* frames now open */
};

struct frame {
    uint16_t routine;
    uint32_t stack; /* at entry; a return that leaves the stack above it closes the frame */
    uint64_t begin_cycle;
};

enum { FRAMES_MAX = 1024 };

/* A jump into another routine (a tail call, a shared epilogue) opens a frame at the same place of the stack: the
 * return that follows closes both. A jump back to a routine of that place closes the frames opened since. */
struct profile {
    const struct image *image;
    struct routine *routines; /* indexed as in the image */
    unsigned depth;
    struct frame frames[FRAMES_MAX];
};

struct profile *profile_new(const struct image *image);

enum flow { FLOW_ON, FLOW_CALL, FLOW_RETURN };

/* A measured run begins. */
void profile_begin(struct profile *profile, const struct moment *now);

/* An instruction of a measured run has just executed; it began at cycle `before`. */
void profile_step(struct profile *profile, const struct moment *now, enum flow flow, uint64_t before);

#endif
