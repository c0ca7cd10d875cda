#include "riscv_cycles.h"

#include <stddef.h>
#include <string.h>

#include "failure.h"

/* Cycles by kind, 0 for instructions that the core does not have; `taken` is added to a branch that is taken,
 * `load_use` to an instruction that reads what the one before it loaded. */
struct riscv_core {
    const char *name;
    unsigned taken, load_use;
    uint8_t cycles[RISCV_KINDS];
};

/* Espressif's ESP32-C3. Its manual has no table of cycles. Others measured on the chip (docs/boards/esp32c3.md): sums,
 * logic, stores, control registers and branches not taken take 1, branches taken 3, J 2, a load 2 if the next
 * instruction needs it, a product 1, a division 34. Not measured, and assumed here: JALR as a branch taken, the upper
 * half of a product as on the ESP32-C6. */
static const struct riscv_core cores[] = {
    {
        .name = "esp32c3",
        .taken = 2,
        .load_use = 1,
        .cycles = {[RISCV_PLAIN] = 1,
                   [RISCV_LOAD] = 1,
                   [RISCV_STORE] = 1,
                   [RISCV_BRANCH] = 1,
                   [RISCV_JUMP] = 2,
                   [RISCV_JUMP_REGISTER] = 3,
                   [RISCV_MULTIPLY] = 1,
                   [RISCV_MULTIPLY_HIGH] = 2,
                   [RISCV_DIVIDE] = 34},
    },
};

const struct riscv_core *riscv_cycles_core(const char *name)
{
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
        if (strcmp(cores[i].name, name) == 0)
            return &cores[i];
    return NULL;
}

unsigned riscv_cycles_of(const struct riscv_core *core, uint32_t loaded, const struct riscv *instruction,
                         uint32_t address)
{
    unsigned cycles = core->cycles[instruction->kind];
    if (cycles == 0)
        fail(STATUS_IMAGE, "how long the instruction at 0x%x takes is not known", address);
    return cycles + (loaded & instruction->reads ? core->load_use : 0);
}

unsigned riscv_cycles_if_taken(const struct riscv_core *core, const struct riscv *instruction)
{
    return instruction->kind == RISCV_BRANCH ? core->taken : 0;
}
