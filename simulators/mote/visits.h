/* The moments at which the first run of the measured routine is in some parts of the code. */
#ifndef MC_MOTE_VISITS_H
#define MC_MOTE_VISITS_H

#include <stdint.h>

struct session;
struct moment;

/* Reads a file of lines `begin end`, addresses in bytes; fails with STATUS_FILE. `code_end` is the end of the code. */
struct visits *visits_read(const char *path, uint32_t code_end);

/* Before an instruction runs, of a session that has visits. */
void visits_before(const struct session *session, const struct moment *now);

/* Prints `first end`, in instructions of the run, for each stay: ", \"visits\": [[0, 5], ...]". */
void visits_print(const struct visits *visits);

#endif
