/* Result of every call of the parallel library that can fail. New members come last: numbers stay the same. A call that
 * fails has written none of its outputs, but for a pointer to a new object, which is then null. */
#ifndef MOTECURVE_PARALLEL_STATUS_H
#define MOTECURVE_PARALLEL_STATUS_H

#ifdef __cplusplus
#define MC_PARALLEL_API extern "C" __attribute__((visibility("default")))
#else
#define MC_PARALLEL_API __attribute__((visibility("default")))
#endif
#define MC_PARALLEL_MUST_CHECK __attribute__((warn_unused_result))

typedef enum {
    MC_PARALLEL_OK = 0,
    MC_PARALLEL_ERROR_EVEN,      /* the modulus is even */
    MC_PARALLEL_ERROR_TINY,      /* the modulus has no limbs, or is 1 */
    MC_PARALLEL_ERROR_TOP_LIMB,  /* the highest limb of the modulus is 0 */
    MC_PARALLEL_ERROR_LIMBS,     /* the operands have another number of limbs than the modulus */
    MC_PARALLEL_ERROR_RANGE,     /* an operand is not below the modulus */
    MC_PARALLEL_ERROR_THREADS,   /* the algorithm does not take so many threads, or there are none */
    MC_PARALLEL_ERROR_TEAM,      /* the engine has fewer threads than the algorithm */
    MC_PARALLEL_ERROR_SPLIT,     /* the algorithm takes no split, or the split lies outside the modulus */
    MC_PARALLEL_ERROR_ENGINE,    /* the engine is not part of this build */
    MC_PARALLEL_ERROR_BUSY,      /* the engine is in another call */
    MC_PARALLEL_ERROR_START,     /* the system starts no more threads */
    MC_PARALLEL_ERROR_PROCESSOR, /* the processor, or this build, has no such vector instructions */
    MC_PARALLEL_ERROR_LONG,      /* the modulus is too long for the lanes */
    MC_PARALLEL_ERROR_MEMORY,    /* no memory is left */
    MC_PARALLEL_ERROR_POINT,     /* the point does not lie on the curve, or is not set */
    MC_PARALLEL_ERROR_SCALAR,    /* the scalar is longer than was agreed, or of no bits */
    MC_PARALLEL_ERROR_WINDOW,    /* the method takes no window of so many bits */
    MC_PARALLEL_ERROR_SQUARE,    /* the algorithm is for squares alone, or takes none by columns */
    MC_PARALLEL_ERROR_PRIME      /* the modulus of the curve is not prime */
} mc_parallel_status;

/* What a status says, in a line of English without a full stop; of a number that is no status, that it is none. */
MC_PARALLEL_API const char *mc_parallel_status_text(mc_parallel_status status);

#endif
