/* What the laboratory asks of the program, line by line on its input, words apart by tabs:
 *
 *     seed NUMBER                                  of the losses and of the motes' random numbers; first
 *     loss FRACTION
 *     limit SECONDS
 *     messages NUMBER                              that each mote must get from each neighbour
 *     capture FILE
 *     mote ADDRESS MCU HZ BOOT_SECONDS IMAGE SETTINGS STORE    the last two in hexadecimal, or -
 *     link INDEX INDEX                             of motes that hear one another, in the order of their lines from 0
 *     off INDEX SECONDS [SECONDS]                  a mote is switched off, and on again */
#ifndef MC_NETWORK_SCENARIO_H
#define MC_NETWORK_SCENARIO_H

#include <stdio.h>

/* Makes the network that the lines describe; fails with STATUS_USAGE, naming a line that it cannot read. */
void scenario_read(FILE *input);

#endif
