/* Repetition at compile time, for loops whose counter must be a constant for the compiler to keep an array in
 * registers. FB_UNROLL(STEP) is STEP(0) STEP(1) ... STEP(FB_UNROLL_MAX - 1); a step that the field is too small
 * for tests its argument and vanishes. */
#ifndef MC_FB_UNROLL_H
#define MC_FB_UNROLL_H

#define FB_UNROLL_MAX      72 /* F_2^571 in bytes */
#define FB_UNROLL_8(S, i)  S(i) S(i + 1) S(i + 2) S(i + 3) S(i + 4) S(i + 5) S(i + 6) S(i + 7)
#define FB_UNROLL_24(S, i) FB_UNROLL_8(S, i) FB_UNROLL_8(S, i + 8) FB_UNROLL_8(S, i + 16)
#define FB_UNROLL(S)       FB_UNROLL_24(S, 0) FB_UNROLL_24(S, 24) FB_UNROLL_24(S, 48)

#endif
