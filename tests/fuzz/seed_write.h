/* Writing of first inputs. */
#ifndef MC_FUZZ_SEED_WRITE_H
#define MC_FUZZ_SEED_WRITE_H

#include <stddef.h>

/* Names the folder that all are written to, from the program's start on; the text must last. */
void seed_folder(const char *of_corpora);

/* Writes FOLDER/<target>/<of>-<what>, or ends the program. */
void seed_write(const char *target, const char *of, const char *what, const void *octets, size_t bytes);

#endif
