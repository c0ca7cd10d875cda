/* The results of a run, as JSON: one object with a list of the motes. */
#ifndef MC_NETWORK_RESULTS_H
#define MC_NETWORK_RESULTS_H

#include <stdbool.h>

void results_print(bool done);

#endif
