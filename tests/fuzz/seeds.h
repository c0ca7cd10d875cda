/* Writing of first inputs. */
#ifndef MC_FUZZ_SEEDS_H
#define MC_FUZZ_SEEDS_H

#include <stddef.h>

/* Writes FOLDER/<target>/<of>-<what>, or ends the program. */
void seed_write(const char *target, const char *of, const char *what, const void *octets, size_t bytes);

/* Those of the targets of pairings. */
void seeds_of_pairings(void);

#endif
