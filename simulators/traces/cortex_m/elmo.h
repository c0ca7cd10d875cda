/* ELMO: a linear model of the voltage over a resistor in the supply of a Cortex-M0 (McCann, Oswald, Whitnall, "Towards
 * Practical Tools for Side Channel Aware Software Engineering: 'Grey Box' Modelling for Instruction Leakages", USENIX
 * Security 2017). A value is in steps of 10 microvolts, from 0 to 65,535. */
#ifndef MC_TRACES_ELMO_H
#define MC_TRACES_ELMO_H

#include <stdint.h>

#include "operands.h"

/* An instruction as the model sees it. */
struct handled {
    enum group group;
    uint32_t operands[2];
};

/* The file of elmo.c's `coefficients`; fails if it is not that. */
void elmo_read(const char *path);

uint32_t elmo_value(const struct handled *before, const struct handled *now, enum group next);

#endif
