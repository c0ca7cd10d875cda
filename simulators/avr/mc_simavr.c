/* Runs one firmware image on a simulated AVR and prints its measurements as one JSON object.
 *
 * A run of the routine `--measure` begins when the program counter reaches its entry and ends when its return has
 * executed. Within it every run of the routine `--step` is a step; the longest step is reported. The firmware needs
 * no marks. Interrupts must stay off: their entry costs no cycles here. */
#include "failure.h"
#include "machine.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "simavr of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-simavr";

int main(int argc, char **argv)
{
    static const struct build build = {SIMULATOR_VERSION, BUILD_KEY};
    static struct machine machine;

    machine.session.options = options_parse(argc, argv, &build);
    machine_open(&machine);
    machine_run(&machine);
    return session_report(&machine.session, &build, machine.avr->cycle);
}
