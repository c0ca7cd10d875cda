/* The state of the machine, and the effects of instructions on registers and memory. */
#ifndef MC_MSP430_MACHINE_H
#define MC_MSP430_MACHINE_H

#include <stddef.h>

#include "cycles.h"
#include "mcu.h"
#include "multiplier.h"

enum { PC = 0, SP = 1, SR = 2, CG = 3, REGISTERS = 16 };
enum { FLAG_C = 1, FLAG_Z = 2, FLAG_N = 4, FLAG_CPUOFF = 16, FLAG_V = 256 };

/* Firmware I/O through bytes of the peripherals' space that both MCUs reserve. */
enum { IO_OUTPUT = 0xfb, IO_EXIT = 0xfc, IO_INPUT = 0xfd };

enum { ACCESSES_MAX = 64 };

struct cpu;

/* The peripherals of a whole chip, accessed in a cycle since the begin of time. False if there is nothing to read, or
 * to write. */
struct peripherals {
    bool (*load)(struct cpu *cpu, uint32_t address, unsigned bits, uint64_t cycle, uint16_t *value);
    bool (*store)(struct cpu *cpu, uint32_t address, unsigned bits, uint64_t cycle, uint16_t value);
};

struct cpu {
    const struct mcu *mcu;
    uint8_t *memory; /* all memory, from address 0 on */
    uint32_t registers[REGISTERS];
    uint64_t cycle;
    struct multiplier multiplier;
    bool is_struck; /* by a fault: it may do what no program does, and a chip does not stop there */
    void *port;     /* of the firmware's input and output */
    const struct peripherals *peripherals; /* or NULL: the port alone */

    /* Properties of the last instruction. */
    uint32_t at; /* its address */
    uint32_t addresses[ACCESSES_MAX];
    uint8_t address_count;
    uint8_t loads, stores; /* accesses of memory without pops and pushes */
    bool is_xor, is_call, is_return;
};

/* For instructions: the next word of code; a word, byte or (bits = 20) address at an address, accessed in the
 * cycle-th cycle of the instruction; a register, where bytes and words clear the upper bits. */
uint16_t cpu_fetch(struct cpu *cpu);
uint32_t cpu_load(struct cpu *cpu, uint32_t address, unsigned bits, unsigned cycle);
void cpu_store(struct cpu *cpu, uint32_t address, uint32_t value, unsigned bits, unsigned cycle);
void cpu_set(struct cpu *cpu, unsigned number, uint32_t value, unsigned bits);

/* Sets N, Z, C and V for a result of so many bits. */
void cpu_flags(struct cpu *cpu, uint32_t result, unsigned bits, bool carry, bool overflow);
/* a + b + carry with flags. */
uint32_t cpu_add(struct cpu *cpu, uint32_t a, uint32_t b, bool carry, unsigned bits);

static inline uint32_t cpu_mask(unsigned bits)
{
    return (UINT32_C(1) << bits) - 1;
}

/* Pushes and pops, words or addresses. */
void cpu_push(struct cpu *cpu, uint32_t value, unsigned bits);
uint32_t cpu_pop(struct cpu *cpu, unsigned bits);

_Noreturn void cpu_crash(const struct cpu *cpu, const char *what, uint32_t value);

/* For the machine: a byte from the firmware's input, or to its output or exit code. */
uint8_t port_read(void *port, uint32_t pc);
void port_write(void *port, uint32_t address, uint8_t value, uint32_t pc);

#endif
