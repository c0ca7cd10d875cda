/* All kinds of processors, by the names of their MCUs. */
#ifndef MC_NETWORK_PROCESSORS_H
#define MC_NETWORK_PROCESSORS_H

#include "processor.h"

/* The kind that has an MCU of that name; fails with STATUS_USAGE. */
const struct processor_kind *processor_find(const char *mcu);

#endif
