/* Runs one image of the bench on a Cortex-M, to inject faults or to tell when a run is where (simulators/mote/faults.h,
 * visits.h). It counts instructions, not cycles: the simulator of figures is simulators/qemu. There are no interrupts.
 */
#include "machine.h"
#include "semihosting.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "unicorn of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-cortex-m";

int main(int argc, char **argv)
{
    static const struct build build = {SIMULATOR_VERSION, BUILD_KEY};
    static struct session session;
    static struct machine machine __attribute__((aligned(0x1000)));

    session.options = options_parse(argc, argv, &build);
    machine_open(&machine, &session, semihosting_call);
    machine_run(&machine);
    return session_report(&session, &build, machine.count);
}
