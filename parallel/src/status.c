#include "motecurve/parallel/status.h"

const char *mc_parallel_status_text(mc_parallel_status status)
{
    static const char *const texts[] = {
        [MC_PARALLEL_OK] = "no error",
        [MC_PARALLEL_ERROR_EVEN] = "the modulus is even; it must be odd",
        [MC_PARALLEL_ERROR_TINY] = "the modulus is too small; it must be at least 3",
        [MC_PARALLEL_ERROR_TOP_LIMB] = "the highest limb of the modulus is 0; give it with as many limbs as it needs",
        [MC_PARALLEL_ERROR_LIMBS] = "the operands must have as many limbs as the modulus",
        [MC_PARALLEL_ERROR_RANGE] = "an operand is not below the modulus",
        [MC_PARALLEL_ERROR_THREADS] = "the algorithm does not take this number of threads",
        [MC_PARALLEL_ERROR_TEAM] = "the engine has fewer threads than the algorithm needs",
        [MC_PARALLEL_ERROR_SPLIT] =
            "the algorithm takes no such split; it may be 0 to as many limbs as the modulus has",
        [MC_PARALLEL_ERROR_ENGINE] = "this engine is not part of the build",
        [MC_PARALLEL_ERROR_BUSY] = "the engine is in another call; it serves one at a time",
        [MC_PARALLEL_ERROR_START] = "the system starts no more threads",
        [MC_PARALLEL_ERROR_PROCESSOR] = "this processor lacks the vector instructions",
        [MC_PARALLEL_ERROR_LONG] = "the modulus is too long for the lanes; they take up to 52,000 bits",
        [MC_PARALLEL_ERROR_MEMORY] = "no memory is left",
        [MC_PARALLEL_ERROR_POINT] = "the point does not lie on the curve, or none is set",
        [MC_PARALLEL_ERROR_SCALAR] = "the scalar must have at least one bit, and no more than were agreed",
        [MC_PARALLEL_ERROR_WINDOW] = "the method takes no window of so many bits",
        [MC_PARALLEL_ERROR_SQUARE] =
            "squares by columns need an algorithm whose factor is a power of the base; none for squares alone serves",
        [MC_PARALLEL_ERROR_PRIME] = "the modulus of the curve must be prime",
    };
    unsigned number = (unsigned)status;
    return number < sizeof texts / sizeof *texts ? texts[number] : "no status of the parallel library";
}
