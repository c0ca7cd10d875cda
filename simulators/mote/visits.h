/* The moments at which the first run of the measured routine is in some parts of the code. */
#ifndef MC_MOTE_VISITS_H
#define MC_MOTE_VISITS_H

#include <stdint.h>

struct session;
struct visits;
struct moment;

/* After session_open, if the options name a file of parts: reads its lines `begin end`, addresses in bytes; fails with
 * STATUS_FILE. */
void visits_open(struct session *session);

/* Before an instruction runs, after session_before, of a session that has visits. */
void visits_before(const struct session *session, const struct moment *now);

/* Prints `first end`, in instructions of the run, for each stay: ", \"visits\": [[0, 5], ...]". */
void visits_print(const struct visits *visits);

#endif
