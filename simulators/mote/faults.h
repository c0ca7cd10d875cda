/* Faults injected into the first run of the measured routine.
 *
 * The simulator runs without a fault to the moment of the next one. There it forks: the copy suffers the fault, runs to
 * its end or to the limit of cycles, and writes one line of JSON with what became of it; the original waits for it and
 * goes on. So each fault costs only the part of the run that follows it. */
#ifndef MC_MOTE_FAULTS_H
#define MC_MOTE_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

enum fault_model {
    FAULT_SKIP,     /* the next `place` instructions are not executed */
    FAULT_REGISTER, /* `bit` of register `place` is flipped */
    FAULT_ZERO,     /* register `place` becomes 0 */
    FAULT_MEMORY,   /* `bit` of the byte of RAM at `place` is flipped */
    FAULT_OPCODE,   /* the next instruction is executed with `bit` of its code flipped, its memory then whole again */
};

struct fault {
    uint64_t at; /* instructions of the run before it */
    enum fault_model model;
    uint32_t place, bit;
};

struct session;
struct moment;

/* How faults change a machine. Each returns false for a register, place or bit that the machine does not have. */
struct fault_target {
    bool (*skip)(void *machine);
    bool (*set_register)(void *machine, unsigned number, uint32_t keep, uint32_t flip); /* = register & keep ^ flip */
    bool (*flip_memory)(void *machine, uint32_t address, unsigned bit);
    bool (*flip_opcode)(void *machine, uint32_t pc, unsigned bit); /* twice: as it was */
};

/* After session_open, if the options name a file of faults: reads its lines `at model place bit`, in ascending order of
 * `at`; fails with STATUS_FILE. */
void faults_open(struct session *session);

/* Before an instruction runs, of a session that has faults: lets copies suffer those that are due, and ends the
 * original after the last. Returns true in a copy that has just suffered its fault: its next instruction may be
 * another. */
bool faults_before(struct session *session, const struct fault_target *target, void *machine, const struct moment *now);

/* Ends the program. A copy ran to its end, after so many cycles, and writes its line; of the original, all faults are
 * done, or the run ended before them, which is a failure. */
_Noreturn void faults_end(const struct session *session, uint64_t cycles);

#endif
