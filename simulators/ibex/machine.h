/* An image of the bench on the core: its memories, its port, and all that ends a run before the image does. */
#ifndef MC_IBEX_MACHINE_H
#define MC_IBEX_MACHINE_H

#include "core.h"
#include "session.h"

enum { RA = 1, SP = 2 };

/* Loads the image that the session's options name, opens the session, and resets the core; fails as the simulators
 * do. `mcu` is the configuration of this core. */
void machine_open(struct session *session, const char *mcu);

/* Resets the core, with RAM all 0. */
void machine_reset(const struct session *session);

/* Runs one clock cycle, with the image's accesses to the port; whether an instruction was completed in it. `cycle`
 * counts. Fails for exceptions, accesses where nothing is, sleep, jumps out of the code and the limit of cycles. */
bool machine_clock(struct session *session, uint64_t *cycle, struct retired *retired);

#endif
