/* Runs up to eight motes with their firmware and a radio channel, in lockstep, and prints their counts as one JSON
 * object. Its input is the scenario (scenario.h); the same scenario gives the same octets. Exit status 0 also where
 * the limit ended it; the object says so. */
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "failure.h"
#include "network.h"
#include "results.h"
#include "scenario.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-network of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-network";

/* Which mote ran when the program failed. */
static void tell_place(void)
{
    const struct mote *mote = network.running;
    if (mote != NULL)
        fprintf(stderr, "%s: in mote %u at %.6f s\n", program_name, mote->own,
                (double)mote_time(mote) / (double)SECOND);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", SIMULATOR_VERSION, BUILD_KEY);
        return STATUS_OK;
    }
    if (argc != 1)
        fail(STATUS_USAGE, "usage: %s < SCENARIO", program_name);
    atexit(tell_place);
    scenario_read(stdin);
    bool done = network_run();
    if (network.medium.capture != NULL)
        capture_close(network.medium.capture);
    results_print(done);
    return STATUS_OK;
}
