/* First inputs of the targets of pairings. */
#ifndef MC_FUZZ_SEEDS_PAIRING_H
#define MC_FUZZ_SEEDS_PAIRING_H

void seeds_of_pairings(void);

#endif
