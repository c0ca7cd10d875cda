/* One simulation: the command line's options, the image, its input and output, the measurements. */
#ifndef MC_MOTE_SESSION_H
#define MC_MOTE_SESSION_H

#include "image.h"
#include "meter.h"
#include "profile.h"

struct options {
    const char *mcu, *measure, *step, *input, *trace, *faults, *visits, *image;
    uint64_t frequency_hz, max_cycles, trace_run;
    bool profile, stack_dump;
};

struct bytes {
    uint8_t *data;
    size_t count, capacity;
};

struct faults;
struct visits;

struct session {
    struct options options;
    struct image image;
    struct bytes input;
    size_t input_used;
    struct bytes output;
    int exit_code;  /* -1 while running */
    bool is_struck; /* a fault was suffered (faults.h) */
    struct meter meter;
    struct profile *profile; /* or NULL */
    struct faults *faults;   /* faults.h, visits.h; or NULL */
    struct visits *visits;
};

/* The version of a simulator and the hash of its sources, which --version prints. */
struct build {
    const char *version, *key;
};

/* Reads the command line; fails with STATUS_USAGE. */
struct options options_parse(int argc, char **argv, const struct build *build);

/* Prepares the session to measure as its options say: `memory` is the memory of data, `return_size` the bytes of a
 * return address. Options and image must be read before. */
void session_open(struct session *session, const uint8_t *memory, uint32_t return_size);

/* The next byte of the input; fails with STATUS_INPUT_EXHAUSTED, naming the program counter. */
uint8_t session_read(struct session *session, uint32_t pc);

void bytes_append(struct bytes *bytes, uint8_t value);

/* The image's output and its exit code, through a port. After a fault only the bench's own code may write there: a wild
 * pointer that comes by changes nothing that a chip has. Fails with STATUS_CRASHED for others. */
void session_write(struct session *session, uint8_t value, uint32_t pc);
void session_exit(struct session *session, uint8_t code, uint32_t pc);

/* Called before and after an instruction runs; begin and end are its cycles. */
void session_before(struct session *session, const struct moment *now);
void session_after(struct session *session, const struct moment *now, enum flow flow, uint64_t before);

/* The stack reaches down to now->stack: follows the low-water marks of the stack and of a task's stack. Fails with
 * STATUS_STACK if it enters the variables, which would silently corrupt a real mote. */
void session_watch_stack(struct session *session, const struct moment *now);

/* Fails unless the image ended well and ran the routine to measure. Prints everything as one JSON object and returns
 * the exit status. */
int session_report(struct session *session, const struct build *build, uint64_t cycles_total);

#endif
