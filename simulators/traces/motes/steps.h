/* Cores that run one instruction when they are asked to. */
#ifndef MC_TRACES_STEPS_H
#define MC_TRACES_STEPS_H

#include "follower.h"

struct stepper {
    void (*reset)(void);
    struct moment (*now)(void);
    /* Runs one instruction; fails as the simulators do. `watch`: whether its value is wanted. */
    enum flow (*step)(bool watch, enum model model, uint32_t *value);
};

/* core.run by steps. */
void steps_run(const struct stepper *stepper, struct follower *follower);

extern const struct core core_avr, core_msp430;

#endif
