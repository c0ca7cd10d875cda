/* Input, output and exit code of an image, by ARM's semihosting: the calls that boards/cortex_m/io.h makes. */
#ifndef MC_CORTEX_M_SEMIHOSTING_H
#define MC_CORTEX_M_SEMIHOSTING_H

#include "machine.h"

/* BKPT 0xAB: does the call that R0 names with the arguments at R1, and puts its result into R0. */
void semihosting_call(struct machine *machine);

#endif
